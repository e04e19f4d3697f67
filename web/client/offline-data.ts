/** The saved homes that this device stores for offline use (web/finding/offline-homes.ts). */
export const offlineHomesKey = 'kept-homes';
/** Whether this device stores inspections for offline use (web/inspection/save-offline.ts). */
export const offlineInspectionsKey = 'taken-inspections';

/** Sign-out deletes the stored homes; a device without any is not searched. */
export async function clearOfflineData(): Promise<void> {
  try {
    const taken = localStorage.getItem(offlineInspectionsKey);
    if (!localStorage.getItem(offlineHomesKey) && !taken) return;
    for (const key of [offlineHomesKey, offlineInspectionsKey]) localStorage.removeItem(key);
    for (const name of await caches.keys()) await caches.delete(name);
    // The service worker may still be loading, so it deletes what it stores afterwards as well.
    navigator.serviceWorker?.controller?.postMessage({ type: 'forget' });
    if (taken) await (await import('./clear-offline-inspections.ts')).clearOfflineInspections();
  } catch {
    // Without storage on this device nothing was stored.
  }
}

/**
 * A public page on a device with stored data: the session expired without a sign-out. Only an answer of the server that no person is signed in
 * counts, because stored data is for times without a network, when pages look signed out too.
 */
export async function clearOfflineDataAfterSignOut(ask: () => Promise<unknown>): Promise<void> {
  try {
    if ((localStorage.getItem(offlineHomesKey) || localStorage.getItem(offlineInspectionsKey)) && (await ask()) === null) await clearOfflineData();
  } catch {
    // No storage on this device: nothing was kept.
  }
}
