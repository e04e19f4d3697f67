import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { releaseFile, storeFile, sweepMedia } from './service.ts';

let services: TestServices;
let owner: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  owner = await createPerson(services, 'owner');
});

type Storage = TestServices['storage'];
/** The same services with some functions of the storage replaced. */
const storing = (over: Partial<Storage>): TestServices => ({ ...services, storage: { ...services.storage, ...over } });
const paper = (data: Buffer) => ({ data, type: 'txt', name: 'a.txt' }) as const;
const kept = (at: TestServices, data: Buffer) =>
  runAsPerson(services, owner, async (ctx) => {
    const { id, keys } = await storeFile(at, ctx, paper(data), { purpose: 'document', visibility: 'private', field: 'file' });
    return { id, key: keys.original ?? '' };
  });
/** Stores bytes to which no row refers. */
async function givenUp(data = randomBytes(100)): Promise<string> {
  const { id, key } = await kept(services, data);
  await releaseFile(services.database.db, id);
  return key;
}
const doubted = async (key: string) => (await services.database.db.selectFrom('media_doubt').select('key').where('key', '=', key).execute()).length;

test('media sweep: holds no row locks while the storage deletes files', async () => {
  const key = await givenUp();
  let free = 0;
  const remove: Storage['remove'] = async (going) => {
    const { rows } = await sql`select key from media_doubt where key = ${going} for update nowait`.execute(services.database.db);
    free += rows.length;
    await services.storage.remove(going);
  };
  expect(await sweepMedia(storing({ remove }), services.database.db, 0)).toBe(1);
  expect(free).toBe(1);
  expect([await services.storage.get(key), await doubted(key)]).toEqual([null, 0]);
});

test('media sweep: the next run deletes the files of a run that failed while deleting', async () => {
  const key = await givenUp();
  const remove = () => Promise.reject(new Error('the storage is away'));
  await expect(sweepMedia(storing({ remove }), services.database.db, 0)).rejects.toThrow('the storage is away');
  expect([await services.storage.get(key), await doubted(key)]).toEqual([expect.anything(), 1]);
  expect(await sweepMedia(services, services.database.db, 0)).toBe(1);
  expect([await services.storage.get(key), await doubted(key)]).toEqual([null, 0]);
});

test('media sweep: does not delete a file that is uploaded a second time during its deletion', async () => {
  const data = randomBytes(100);
  const key = await givenUp(data);
  let again = '';
  const remove: Storage['remove'] = async (going) => {
    again = (await kept(services, data)).key;
    await services.storage.remove(going);
  };
  await sweepMedia(storing({ remove }), services.database.db, 0);
  expect(again).not.toBe(key);
  expect(Buffer.from((await services.storage.get(again)) ?? [])).toEqual(data);
});

test('media sweep: a concurrent second run skips files that the first run is deleting', async () => {
  const data = randomBytes(100);
  await givenUp(data);
  let again = '';
  const remove: Storage['remove'] = async (going) => {
    await sweepMedia(services, services.database.db, 0);
    again = (await kept(services, data)).key;
    await services.storage.remove(going);
  };
  await sweepMedia(storing({ remove }), services.database.db, 0);
  expect(Buffer.from((await services.storage.get(again)) ?? [])).toEqual(data);
});

test('media sweep: a stalled run does not delete files that another run took over', async () => {
  const files = [randomBytes(100), randomBytes(100)];
  for (const data of files) await givenUp(data);
  let again: string[] = [];
  const remove: Storage['remove'] = async (going) => {
    await services.storage.remove(going);
    if (again.length > 0) return;
    await services.database.db.updateTable('media_doubt').set({ swept_at: sql`app.now() - interval '1 hour'` }).execute();
    await sweepMedia(services, services.database.db, 0);
    again = [];
    for (const data of files) again.push((await kept(services, data)).key);
  };
  expect(await sweepMedia(storing({ remove }), services.database.db, 0)).toBe(1);
  for (const [at, data] of files.entries()) expect(Buffer.from((await services.storage.get(again[at] ?? '')) ?? [])).toEqual(data);
});

test('storage quota: only one of two concurrent uploads gets the remaining space', async () => {
  const small = { ...services, env: { ...services.env, STORAGE_QUOTA_MB: 1 } };
  let arrived = 0;
  let go = () => {};
  const both = new Promise<void>((resolve) => {
    go = resolve;
  });
  const put: Storage['put'] = async (...file) => {
    if (++arrived === 2) go();
    await both;
    await services.storage.put(...file);
  };
  const at = { ...small, storage: { ...services.storage, put } };
  const ends = await Promise.allSettled([1, 2].map(() => kept(at, randomBytes(600 * 1024))));
  expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(ends.find((end) => end.status === 'rejected')?.reason).toMatchObject({ failure: 'tooLarge' });
});
