/**
 * Calls somebody back to their table: the icon of the page, the badge of the app, a notification while it is hidden, and a
 * push of the house while it is closed.
 */
import { callMe, callNoMore, house } from "../wire/api.ts";
import { held, type HeldKey } from "../wire/keys.ts";
import { isHere } from "../wire/where.ts";

const PLAIN = "/favicon.svg";
const CALLING = "/favicon-call.svg";
const CALLS = "osteria.calls";

/** What this device allows: it calls, it was refused, it was never asked, or it cannot. */
export type Permission = "granted" | "denied" | "default" | "none";

export function permission(): Permission {
  if (typeof Notification === "undefined") return "none";
  return Notification.permission === "granted" && localStorage.getItem(CALLS) !== "on"
    ? "default"
    : Notification.permission;
}

/** Asks the browser, where somebody has just asked to be called; whether they will be. */
export async function allow(): Promise<Permission> {
  if (typeof Notification === "undefined") return "none";
  const answer = await Notification.requestPermission();
  if (answer === "granted") localStorage.setItem(CALLS, "on");
  void subscribe(held());
  return answer;
}

/** No more notifications on this device. */
export function stopCalling(): void {
  localStorage.removeItem(CALLS);
  void unsubscribe().catch(() => undefined);
}

/** Has the house push to this device for these seats, where it is to be called and can be. */
export async function subscribe(seats: readonly HeldKey[]): Promise<void> {
  const keys = seats
    .filter((entry) => entry.seat !== null && !isHere(entry.table))
    .map(({ table, key }) => ({ table, key }));
  if (permission() !== "granted" || keys.length === 0 || !("serviceWorker" in navigator)) return;
  try {
    const [worker, { push }] = await Promise.all([navigator.serviceWorker.ready, house()]);
    if (push) await callMe(keys, (await subscription(worker.pushManager, push)).toJSON());
  } catch {
    // a browser without a push service: it calls while the page is open
  }
}

/** The subscription of this device; a house with another key than before needs a new one. */
async function subscription(manager: PushManager, key: string): Promise<PushSubscription> {
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(wish);
  } catch (error) {
    const old = await manager.getSubscription();
    if (!old || !(await old.unsubscribe())) throw error;
    return manager.subscribe(wish);
  }
}

async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const old = await worker?.pushManager.getSubscription();
  if (!old) return;
  await Promise.all([old.unsubscribe(), callNoMore(old.endpoint)]);
}

/** A dot on the icon, and a badge where the page is installed, while a table waits for this person. */
export function mark(waits: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = waits ? CALLING : PLAIN;
  const badge = waits ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
  void badge?.catch(() => undefined);
}

/** Tells a hidden page's person; a page that is seen needs no call. `tag`: a later call about the same replaces this one. */
export async function notify(title: string, body: string, tag: string): Promise<void> {
  if (!document.hidden || permission() !== "granted") return;
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const said = { body, tag, icon: CALLING };
  if (worker) await worker.showNotification(title, said).catch(() => undefined);
  else new Notification(title, said).onclick = () => window.focus();
}

/** Takes a call back that was answered, here or elsewhere. */
export async function withdraw(tag: string): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  for (const shown of (await worker?.getNotifications({ tag })) ?? []) shown.close();
}
