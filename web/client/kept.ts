/** Which saved homes this device was told to keep (web/finding/keep.ts). */
export const keptKey = 'kept-homes';

/** Whoever leaves takes what was kept for them along; a device that keeps nothing is not asked. */
export async function forgetKept(): Promise<void> {
  try {
    if (!localStorage.getItem(keptKey)) return;
    localStorage.removeItem(keptKey);
    for (const name of await caches.keys()) await caches.delete(name);
  } catch {
    // No storage on this device: nothing was kept.
  }
}

/**
 * A guest's page on a device that keeps homes: their person's session ran out without a goodbye. Only the server's word that nobody is
 * signed in counts: without a network a kept page is a guest's too, and what is kept is for that very moment.
 */
export async function forgetOver(ask: () => Promise<unknown>): Promise<void> {
  try {
    if (localStorage.getItem(keptKey) && (await ask()) === null) await forgetKept();
  } catch {
    // No storage on this device: nothing was kept.
  }
}
