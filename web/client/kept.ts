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
