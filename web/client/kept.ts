/** Which saved homes this device was told to keep (web/finding/keep.ts). */
export const keptKey = 'kept-homes';
/** Whether inspections were taken along on this device (web/inspection/take.ts). */
export const takenKey = 'taken-inspections';

/** Whoever leaves takes what was kept for them along; a device that keeps nothing is not asked. */
export async function forgetKept(): Promise<void> {
  try {
    const taken = localStorage.getItem(takenKey);
    if (!localStorage.getItem(keptKey) && !taken) return;
    for (const key of [keptKey, takenKey]) localStorage.removeItem(key);
    for (const name of await caches.keys()) await caches.delete(name);
    // It may be fetching still: what it writes after this goes as well.
    navigator.serviceWorker?.controller?.postMessage({ type: 'forget' });
    if (taken) await (await import('./forget-taken.ts')).forgetTaken();
  } catch {
    // No storage on this device: nothing was kept.
  }
}

/**
 * A guest's page on a device that keeps something: their person's session ran out without a goodbye. Only the server's word that nobody is
 * signed in counts: without a network a kept page is a guest's too, and what is kept is for that very moment.
 */
export async function forgetOver(ask: () => Promise<unknown>): Promise<void> {
  try {
    if ((localStorage.getItem(keptKey) || localStorage.getItem(takenKey)) && (await ask()) === null) await forgetKept();
  } catch {
    // No storage on this device: nothing was kept.
  }
}
