import { openDB } from 'idb';

/** Forms and pictures that were taken along go with whoever signs out; what has not arrived yet stays for them (web/inspection/store.ts). */
export async function forgetTaken(): Promise<void> {
  for (const { name } of await indexedDB.databases()) {
    if (!name?.startsWith('makao-inspections-')) continue;
    const db = await openDB(name);
    for (const store of ['forms', 'pictures']) if (db.objectStoreNames.contains(store)) await db.clear(store);
    db.close();
  }
}
