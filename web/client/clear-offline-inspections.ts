import { openDB } from 'idb';

/** Forms and pictures saved for offline use are deleted at sign-out; unsent ones stay for their owner (web/inspection/offline-store.ts). */
export async function clearOfflineInspections(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('makao-inspections-')) continue;
    const db = await openDB(name);
    for (const store of ['forms', 'pictures']) if (db.objectStoreNames.contains(store)) await db.clear(store);
    db.close();
  }
}
