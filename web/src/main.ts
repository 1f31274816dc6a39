import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { install } from "./parts/install.ts";
import { preferred, speak } from "./words/words.svelte.ts";

await speak(preferred());
install();
mount(App, { target: document.getElementById("app")! });
