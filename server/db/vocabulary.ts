import { modules } from '#server/modules.ts';
import { openDatabase } from './db.ts';

/** The data that a database needs before homes can be described: locations and terms. */
export async function fillVocabulary(url: string): Promise<void> {
  const { db, close } = openDatabase(url, () => undefined, 1);
  try {
    await db.transaction().execute(async (tx) => {
      for (const { vocabulary } of Object.values(modules)) await vocabulary?.(tx);
    });
  } finally {
    await close();
  }
}
