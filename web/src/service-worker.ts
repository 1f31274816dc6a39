/**
 * Keeps the page for the time without a network, and shows what the house pushes. It is a file of its own: it imports
 * nothing, and the list of files that belong to this version is written into it by the build.
 */
/// <reference lib="webworker" />
declare const FILES: readonly string[];
declare const VERSION: string;

/** what this runs in; the page's own types say otherwise */
const worker = self as unknown as ServiceWorkerGlobalScope;
const SHELF = "osteria-page-";
const WORDS = "osteria-words";
const CALLS = "/calls.json";
const PATIENCE = 4000;
const MODULES = "/modules/";
const INDEX = `${MODULES}index.json`;

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELF + VERSION).then((cache) => cache.add("/")));
  void worker.skipWaiting();
});

/** The version before stays: a page that is open may still want one of its files. */
worker.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then(async (names) => {
      const pages = names.filter((name) => name.startsWith(SHELF) && name !== SHELF + VERSION);
      await Promise.all(pages.slice(0, -1).map((name) => caches.delete(name)));
      await worker.clients.claim();
    }),
  );
});

/** The page says when it has time: then everything else is fetched, rules and languages too. */
worker.addEventListener("message", (event) => {
  if (event.data === "keep") event.waitUntil(keepAll());
});

async function keepAll(): Promise<void> {
  const cache = await caches.open(SHELF + VERSION);
  for (const file of [...FILES, ...(await modules())])
    if (!(await cache.match(file))) await cache.add(file).catch(() => undefined);
}

/** What plays without the house, as far as it is there by now. */
async function modules(): Promise<string[]> {
  const answer = await fresh(new Request(INDEX)).catch(() => null);
  if (!answer?.ok) return [];
  const { families } = (await answer.json()) as { families: Record<string, Record<string, string>> };
  return Object.values(families).flatMap((files) => Object.values(files).map((file) => MODULES + file));
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin || /^\/(api|ws)\//.test(url.pathname)) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (url.pathname === INDEX) event.respondWith(fresh(request));
  else if (FILES.includes(url.pathname) || /^\/(assets|modules)\//.test(url.pathname)) event.respondWith(file(request));
});

/** The page as the house has it now; as it was kept, if the house does not answer soon. */
async function page(request: Request): Promise<Response> {
  const kept = await caches.match("/");
  try {
    const answer = await fetch(request, kept ? { signal: AbortSignal.timeout(PATIENCE) } : {});
    if (answer.ok && (answer.headers.get("content-type") ?? "").includes("text/html")) {
      const cache = await caches.open(SHELF + VERSION);
      await cache.put("/", answer.clone());
    }
    return answer.status === 404 && kept ? kept : answer; // a web host without a house knows no other address
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

/** A file that may change under its name: as it is now; as it was kept, without a network. */
async function fresh(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(SHELF + VERSION)).put(request, answer.clone());
    return answer;
  } catch (error) {
    const kept = await caches.match(request);
    if (kept) return kept;
    throw error;
  }
}

/** A file of this version: once fetched, kept. A page of the version before finds its files, too. */
async function file(request: Request): Promise<Response> {
  const cache = await caches.open(SHELF + VERSION);
  const kept = (await cache.match(request)) ?? (await caches.match(request));
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** What the house pushes: what it is about, never a card. The words are those that the page left here, in its language. */
interface Push {
  kind: string;
  table: string;
  game: string;
  names: string[];
}

worker.addEventListener("push", (event) => {
  const push = (event.data?.json() ?? null) as Push | null;
  if (push) event.waitUntil(call(push));
});

async function call(push: Push): Promise<void> {
  const looking = await worker.clients.matchAll({ type: "window" });
  if (looking.some((client) => client.visibilityState === "visible" && client.url.includes(push.table))) return;
  const left = await (await caches.open(WORDS)).match(CALLS);
  const words = left ? ((await left.json()) as Record<string, string>) : {};
  const names = new Intl.ListFormat(words["language"], { type: "conjunction" }).format(push.names);
  const said = { who: "", names, game: words[`game.${push.game}`] ?? push.game };
  const fill = (key: string) =>
    (words[key] ?? "{game}").replace(/\{(\w+)\}/g, (_, name: string) => said[name as keyof typeof said] ?? "");
  await worker.registration.showNotification(fill(`call.${push.kind}`), {
    body: names ? fill("call.with") : "",
    tag: push.table,
    icon: "/icon-192.png",
    data: `/t/${push.table}`,
  });
}

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = String(event.notification.data ?? "/");
  event.waitUntil(
    worker.clients.matchAll({ type: "window" }).then((open) => {
      const there = open.find((client) => new URL(client.url).pathname === path);
      return there ? there.focus() : worker.clients.openWindow(path);
    }),
  );
});
