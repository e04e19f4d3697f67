import { startPlaces } from '#server/location/start.ts';
import { startRatings } from '#server/rating/start.ts';
import { startWords } from '#server/taxonomy/start.ts';
import { openDatabase } from './db.ts';

/** What a database needs before anybody can describe a home: places and the names of things. Once; afterwards its keepers change it. */
export async function fillVocabulary(url: string): Promise<void> {
  const { db, close } = openDatabase(url, () => undefined, 1);
  try {
    await db.transaction().execute(async (tx) => {
      await startPlaces(tx);
      await startWords(tx);
      await startRatings(tx);
    });
  } finally {
    await close();
  }
}
