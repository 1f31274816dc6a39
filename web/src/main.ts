import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { install } from "./parts/install.ts";
import { preferred, speak } from "./words/words.svelte.ts";

/** Nothing waits here at the top: a translation imports the English keys from this very file, and each would wait for the other. */
void speak(preferred()).then(() => {
  install();
  mount(App, { target: document.getElementById("app")! });
});
