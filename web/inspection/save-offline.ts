import type { InspectionDetails } from '#contract/inspection/calls.ts';
import { offlineInspectionsKey } from '#web/client/offline-data.ts';
import type { DeviceUserId } from './offline-store.ts';
import { deleteOfflineInspectionData, saveOfflineInspection, saveOfflinePicture } from './offline-store.ts';
import { resizeImage } from './resize-image.ts';

const megabyte = 1024 * 1024;
/** Below the first value the app warns; below the second it accepts no more photos. */
export const lowStorageBytes = 50 * megabyte;
export const minimumPhotoStorageBytes = 10 * megabyte;
const thumbPixels = 400;

export async function readFreeStorage(): Promise<number> {
  const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
  return quota === undefined ? Number.POSITIVE_INFINITY : quota - (usage ?? 0);
}

/** The scripts and styles of this page, which are needed to load it offline. */
const parts = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name))
      .filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith('/api/') && /\.(m?[jt]sx?|css|woff2)$/.test(pathname))
      .map(({ pathname, search }) => pathname + search),
  ),
];

async function messageWorker(said: object): Promise<void> {
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
 * Saves everything needed offline: the form with its card, thumbnails of the move-in, and the page itself. Signing out deletes it; unsent steps
 * stay, for this person only.
 */
export async function saveInspectionOffline(person: DeviceUserId, one: InspectionDetails, href: string, title: string): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false);
  localStorage.setItem(offlineInspectionsKey, 'yes');
  await saveOfflineInspection(person, one);
  for (const photo of one.baseline?.photos ?? []) {
    const answer = await fetch(photo.url).catch(() => null);
    const small = answer?.ok ? await resizeImage(await answer.blob(), thumbPixels) : null;
    if (small) await saveOfflinePicture(person, one.id, photo.id, small);
  }
  // The signature field and the notification list are loaded on use, so they are loaded now to be available offline.
  await import('signature_pad');
  await import('#web/notification/latest.tsx');
  await messageWorker({ type: 'take', taken: { href, title, parts: parts() } });
}

/** The page is removed first: if this is interrupted, the form is still here and the removal can be repeated. */
export async function removeInspectionOffline(person: DeviceUserId, inspection: number, href: string): Promise<void> {
  if (localStorage.getItem(offlineInspectionsKey)) await messageWorker({ type: 'leave', href });
  await deleteOfflineInspectionData(person, inspection);
}
