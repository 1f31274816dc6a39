import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { lawFiles } from "./scripts/law.ts";
import { serviceWorker } from "./scripts/worker.ts";

/** The house serves what is built here; nothing is inlined, so that its content policy can stay strict. */
export default defineConfig({
  plugins: [svelte(), lawFiles(), serviceWorker()],
  build: {
    outDir: "../src/osteria/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
