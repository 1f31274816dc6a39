import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { preferred, speak } from "./words/words.svelte.ts";

await speak(preferred());
mount(App, { target: document.getElementById("app")! });
