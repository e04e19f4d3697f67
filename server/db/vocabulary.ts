import { rooms } from '#server/rooms.ts';
import { openDatabase } from './db.ts';

/** What a database needs before anybody can describe a home: places and the names of things. */
export async function fillVocabulary(url: string): Promise<void> {
  const { db, close } = openDatabase(url, () => undefined, 1);
  try {
    await db.transaction().execute(async (tx) => {
      for (const { vocabulary } of Object.values(rooms)) await vocabulary?.(tx);
    });
  } finally {
    await close();
  }
}
