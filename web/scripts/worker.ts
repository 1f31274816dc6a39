/** Builds the service worker: one file at the root, with the names of all files that belong to this version in it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { transformWithOxc, type Plugin } from "vite";

const SOURCE = new URL("../src/service-worker.ts", import.meta.url);
const ALSO = ["/favicon.svg", "/favicon-call.svg", "/manifest.webmanifest", "/icon-192.png", "/reactions.svg"];

export function serviceWorker(): Plugin {
  return {
    name: "osteria-service-worker",
    apply: "build",
    async generateBundle(_, bundle) {
      const built = Object.values(bundle).filter((file) => /^(assets|law)\//.test(file.fileName));
      const files = [...ALSO, ...built.map((file) => `/${file.fileName}`)].sort();
      const content = built.map((file) => (file.type === "asset" ? file.source : file.code));
      const digest = createHash("sha256").update(files.join("\n"));
      for (const part of content) digest.update(part);
      const version = digest.digest("hex").slice(0, 12);
      const { code } = await transformWithOxc(readFileSync(SOURCE, "utf8"), "service-worker.ts");
      const source = `const FILES = ${JSON.stringify(files)};\nconst VERSION = "${version}";\n${code}`;
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  };
}
