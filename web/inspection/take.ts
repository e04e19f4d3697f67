import type { InspectionFull } from '#contract/inspection/calls.ts';
import { takenKey } from '#web/client/kept.ts';
import { shrunk } from './shrink.ts';
import type { DeviceUser } from './store.ts';
import { keepForm, keepPicture, letGoOf } from './store.ts';

const megabyte = 1024 * 1024;
/** Under this it is said, under that no photo is taken any more. */
export const lowRoom = 50 * megabyte;
export const photoRoom = 10 * megabyte;
const thumbPixels = 400;

export async function roomLeft(): Promise<number> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined ? Number.POSITIVE_INFINITY : quota - (usage ?? 0);
}

/** Scripts and styles this page was made of: without a network it is made of them again. */
const parts = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith('/api/') && /\.(m?[jt]sx?|css|woff2)$/.test(pathname))
      .map(({ pathname, search }) => pathname + search),
  ),
];

async function tellWorker(said: object): Promise<void> {
  if (!('serviceWorker' in navigator) || !window.isSecureContext) return;
  if (!(await navigator.serviceWorker.register('/sw.js'))) return;
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return;
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((done) => {
    port1.onmessage = () => done();
    active.postMessage(said, [port2]);
    setTimeout(done, 60_000);
  });
}

/**
 * Everything that has to be there when there is no network: the form with its card, how it was in small pictures, the page itself. Whoever
 * signs out takes it away again; what has not arrived stays, for nobody but them.
 */
export async function takeAlong(person: DeviceUser, one: InspectionFull, href: string, title: string): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
  localStorage.setItem(takenKey, 'yes');
  await keepForm(person, one);
  for (const photo of one.baseline?.photos ?? []) {
    const answer = await fetch(photo.url).catch(() => null);
    const small = answer?.ok ? await shrunk(await answer.blob(), thumbPixels) : null;
    if (small) await keepPicture(person, one.id, photo.id, small);
  }
  // What draws a signature comes when somebody signs, the list of the bell when it is pressed; where there is no network it must have come before.
  await import('signature_pad');
  await import('#web/notification/latest.tsx');
  await tellWorker({ type: 'take', taken: { href, title, parts: parts() } });
}

/** The page first: should this be cut short, the form still lies here and all of it is let go again. */
export async function letGo(person: DeviceUser, inspection: number, href: string): Promise<void> {
  if (localStorage.getItem(takenKey)) await tellWorker({ type: 'leave', href });
  await letGoOf(person, inspection);
}
