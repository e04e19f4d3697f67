import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { freshHouse, type House } from '#test/db.ts';
import { inTransaction, type Somebody, somebody } from '#test/world.ts';
import { giveUpFile, keep, sweepMedia } from './service.ts';

let house: House;
let owner: Somebody;
beforeAll(async () => {
  house = await freshHouse();
  owner = await somebody(house, 'owner');
});

type Storage = House['storage'];
/** The same house on a storage that does something else besides. */
const storing = (over: Partial<Storage>): House => ({ ...house, storage: { ...house.storage, ...over } });
const paper = (data: Buffer) => ({ data, type: 'txt', name: 'a.txt' }) as const;
const kept = (at: House, data: Buffer) =>
  inTransaction(house, owner, async (ctx) => {
    const { id, keys } = await keep(at, ctx, paper(data), { purpose: 'document', visibility: 'private', field: 'file' });
    return { id, key: keys.original ?? '' };
  });
/** Bytes nobody names any more. */
async function givenUp(data = randomBytes(100)): Promise<string> {
  const { id, key } = await kept(house, data);
  await giveUpFile(house.database.db, id);
  return key;
}
const doubted = async (key: string) => (await house.database.db.selectFrom('media_doubt').select('key').where('key', '=', key).execute()).length;

test('a sweep holds no row while the storage works', async () => {
  const key = await givenUp();
  let free = 0;
  const remove: Storage['remove'] = async (going) => {
    const { rows } = await sql`select key from media_doubt where key = ${going} for update nowait`.execute(house.database.db);
    free += rows.length;
    await house.storage.remove(going);
  };
  expect(await sweepMedia(storing({ remove }), house.database.db, 0)).toBe(1);
  expect(free).toBe(1);
  expect([await house.storage.get(key), await doubted(key)]).toEqual([null, 0]);
});

test('one that dies between the rows and the bytes is made good by the next', async () => {
  const key = await givenUp();
  const remove = () => Promise.reject(new Error('the storage is away'));
  await expect(sweepMedia(storing({ remove }), house.database.db, 0)).rejects.toThrow('the storage is away');
  expect([await house.storage.get(key), await doubted(key)]).toEqual([expect.anything(), 1]);
  expect(await sweepMedia(house, house.database.db, 0)).toBe(1);
  expect([await house.storage.get(key), await doubted(key)]).toEqual([null, 0]);
});

test('who brings the same bytes while they are being taken away does not lose them', async () => {
  const data = randomBytes(100);
  const key = await givenUp(data);
  let again = '';
  const remove: Storage['remove'] = async (going) => {
    again = (await kept(house, data)).key;
    await house.storage.remove(going);
  };
  await sweepMedia(storing({ remove }), house.database.db, 0);
  expect(again).not.toBe(key);
  expect(Buffer.from((await house.storage.get(again)) ?? [])).toEqual(data);
});

test('a second sweep leaves alone what the first is taking away', async () => {
  const data = randomBytes(100);
  await givenUp(data);
  let again = '';
  const remove: Storage['remove'] = async (going) => {
    await sweepMedia(house, house.database.db, 0);
    again = (await kept(house, data)).key;
    await house.storage.remove(going);
  };
  await sweepMedia(storing({ remove }), house.database.db, 0);
  expect(Buffer.from((await house.storage.get(again)) ?? [])).toEqual(data);
});

test('a sweep that was silent for too long does not remove what another has taken over', async () => {
  const files = [randomBytes(100), randomBytes(100)];
  for (const data of files) await givenUp(data);
  let again: string[] = [];
  const remove: Storage['remove'] = async (going) => {
    await house.storage.remove(going);
    if (again.length > 0) return;
    await house.database.db.updateTable('media_doubt').set({ swept_at: sql`app.now() - interval '1 hour'` }).execute();
    await sweepMedia(house, house.database.db, 0);
    again = [];
    for (const data of files) again.push((await kept(house, data)).key);
  };
  expect(await sweepMedia(storing({ remove }), house.database.db, 0)).toBe(1);
  for (const [at, data] of files.entries()) expect(Buffer.from((await house.storage.get(again[at] ?? '')) ?? [])).toEqual(data);
});

test('two files at once do not both take the last room of a company', async () => {
  const small = { ...house, env: { ...house.env, STORAGE_QUOTA_MB: 1 } };
  let arrived = 0;
  let go = () => {};
  const both = new Promise<void>((resolve) => {
    go = resolve;
  });
  const put: Storage['put'] = async (...file) => {
    if (++arrived === 2) go();
    await both;
    await house.storage.put(...file);
  };
  const at = { ...small, storage: { ...house.storage, put } };
  const ends = await Promise.allSettled([1, 2].map(() => kept(at, randomBytes(600 * 1024))));
  expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find((end) => end.status === 'rejected')?.reason).toMatchObject({ failure: 'tooLarge' });
});
