/** The page as an app: a service worker that keeps it, and the words in which it calls while the page is closed. */

const WORDS = "osteria-words";
const CALLS = "/calls.json";
const SPOKEN = /^(call|game)\./;

/** Has the page kept for the time without a network, once it is loaded and nothing else is to be done. */
export function install(): void {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  const later = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 2000));
  if (document.readyState === "complete") later(() => void register());
  else addEventListener("load", () => later(() => void register()));
}

async function register(): Promise<void> {
  await navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
  const ready = await navigator.serviceWorker.ready;
  ready.active?.postMessage("keep");
}

/** Leaves the sentences of a call where the service worker finds them, in the language that is spoken now. */
export async function leaveWords(language: string, catalogue: Readonly<Record<string, unknown>>): Promise<void> {
  if (typeof caches === "undefined") return;
  const spoken = { language, ...Object.fromEntries(Object.entries(catalogue).filter(([key]) => SPOKEN.test(key))) };
  const shelf = await caches.open(WORDS);
  await shelf.put(CALLS, new Response(JSON.stringify(spoken), { headers: { "content-type": "application/json" } }));
}
