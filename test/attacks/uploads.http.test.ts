import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { openUploads } from '#contract/media/limits.ts';
import { makeApp } from '#server/app.ts';
import { shutDataDir } from '#server/db/prepare.ts';
import { makeDisk } from '#server/kernel/process/disk.ts';
import { makeWorkQueue } from '#server/kernel/process/work-queue.ts';
import { send, tokenFor } from '#test/client.ts';
import type { House } from '#test/db.ts';
import { freshHouse } from '#test/db.ts';
import { photo, propertyOf } from '#test/examples/examples-media.ts';
import { type Somebody, somebody } from '#test/world.ts';

type World = { house: House; app: FastifyInstance; owner: Somebody; token: string; property_id: number };
async function worldOf(more: Partial<House> = {}, settings: Record<string, string> = {}): Promise<World> {
  const house = { ...(await freshHouse('bare', settings)), ...more };
  const app = await makeApp(house, null);
  const owner = await somebody(house, 'owner');
  const { property_id } = await propertyOf(house, owner.me.companyId ?? 0);
  return { house, app, owner, token: await tokenFor(app, owner), property_id };
}
const profile = ({ app, token }: World, data: Buffer) =>
  send(app, '/api/v2/accounts/profiles/update_owner_profile/', { method: 'POST', token, upload: { field: 'profile', data, name: 'me.png' } });
const start = ({ app, token, property_id }: World, size: number) =>
  send(app, '/api/v2/media/start_upload/', { method: 'POST', token, body: { property_id, media_type: 0, name: 'a.jpg', size } });
const statusOf = ({ app, token }: World, id: number) => send(app, `/api/v2/media/upload_status/?id=${id}`, { token });

let picture: Buffer;
beforeAll(async () => {
  picture = await photo(3).png().toBuffer();
});

test('pictures are drawn a few at a time; who finds the line full is asked to come back and loses nothing', async () => {
  const pictures = makeWorkQueue({ atOnce: 1, waiting: 1 });
  const world = await worldOf({ pictures });
  let free = () => {};
  const held = pictures.run(() => new Promise<void>((resolve) => (free = resolve)));
  const waits = profile(world, picture);
  await expect.poll(() => pictures.load()).toEqual({ running: 1, waiting: 1 });
  const refused = await profile(world, picture);
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  expect((await send(world.app, '/metrics')).text).toContain('makao_pictures{state="waiting"} 1');
  free();
  await held;
  expect((await waits).status).toBe(200);
  expect(pictures.load()).toEqual({ running: 0, waiting: 0 });
  await world.app.close();
});

test('a sender that stalls in the middle of a picture keeps nobody from drawing', async () => {
  const { tokens } = await freshHouse();
  const read = vi.fn(tokens.read);
  const world = await worldOf({ pictures: makeWorkQueue({ atOnce: 1, waiting: 0 }), tokens: { ...tokens, read } });
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  const line = connect((world.app.server.address() as AddressInfo).port, '127.0.0.1');
  line.write(
    `POST /api/v2/accounts/profiles/update_owner_profile/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${world.token}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 400000\r\n\r\n' +
      '--b\r\ncontent-disposition: form-data; name="profile"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nhalf',
  );
  await expect.poll(() => read.mock.calls.length).toBe(1);
  const drawn = await profile(world, picture);
  expect(drawn.status, drawn.text).toBe(200);
  line.destroy();
  await world.app.close();
});

test('uploads that were never finished lock nobody out: the one that rested longest goes', async () => {
  const world = await worldOf();
  const ids: number[] = [];
  for (let n = 0; n < openUploads; n++) ids.push((await start(world, 1000)).json.id);
  const next = await start(world, 1000);
  expect(next.status, next.text).toBe(200);
  expect((await statusOf(world, ids[0] ?? 0)).status).toBe(404);
  expect((await statusOf(world, ids[1] ?? 0)).status).toBe(200);
  expect((await statusOf(world, next.json.id)).status).toBe(200);
  await world.app.close();
});

describe('a company’s room is bounded', () => {
  test('what does not fit is refused by name before it is sent, and when it is more than was said', async () => {
    const world = await worldOf({}, { STORAGE_QUOTA_MB: '1' });
    const taken = await profile(world, picture);
    expect(taken.status, taken.text).toBe(200);
    await world.house.database.db
      .updateTable('media_variant')
      .set({ bytes: 1024 * 1024 - 100 })
      .where('label', '=', '256')
      .execute();
    for (const [field, answer] of [
      ['size', await start(world, 5000)],
      ['profile', await profile(world, picture)],
    ] as const)
      expect([answer.status, answer.json.fields[field]]).toEqual([
        413,
        expect.stringMatching(/^It does not fit: the company has used 1\.0 of its 1 MB$/),
      ]);
    const other = await somebody(world.house, 'owner');
    expect((await profile({ ...world, token: await tokenFor(world.app, other) }, picture)).status, 'another company').toBe(200);
    await world.app.close();
  });
});

describe('a full disk', () => {
  const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  test('answers 507, leaves no row behind, and shows in /readyz and /metrics', async () => {
    const house = await freshHouse();
    const world = await worldOf({ storage: { ...house.storage, put: full }, disk: makeDisk(house.env.dataDir, full) });
    const answer = await profile(world, picture);
    expect([answer.status, answer.json.error]).toEqual([507, 'Insufficient Storage']);
    expect(await world.house.database.db.selectFrom('media_file').select('id').execute()).toEqual([]);
    const ready = await send(world.app, '/readyz');
    expect([ready.status, ready.json.message]).toEqual([503, 'The disk cannot be written']);
    expect((await send(world.app, '/metrics')).text).toMatch(/makao_disk_writable 0[\s\S]*makao_disk_free_bytes \d/);
    await world.app.close();
  });
  test('with room it is ready, and leaves nothing of its asking behind', async () => {
    const world = await worldOf();
    expect((await send(world.app, '/readyz')).status).toBe(200);
    expect((await send(world.app, '/metrics')).text).toContain('makao_disk_writable 1');
    expect(readdirSync(world.house.env.dataDir).filter((name) => name.startsWith('.probe'))).toEqual([]);
    await world.app.close();
  });
});

describe('what lies on the disk is for whoever runs us', () => {
  const others = (path: string) => statSync(path).mode & 0o077;
  test('the data directory is shut, also one that was open; files are written for us alone', async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'makao-open-')), 'data');
    await shutDataDir({ dataDir, DATABASE_URL: 'postgres://elsewhere' });
    expect(others(dataDir)).toBe(0);
    await shutDataDir({ dataDir, DATABASE_URL: undefined });
    // A root's PostgreSQL runs as another user, whose group may pass through.
    for (const dir of [dataDir, join(dataDir, 'postgres')]) expect(others(dir) & 0o066, dir).toBe(0);
    const { house, app, ...world } = await worldOf();
    await profile({ house, app, ...world }, picture);
    const written = readdirSync(join(house.env.dataDir, 'media'), { recursive: true, encoding: 'utf8' });
    expect(written.length).toBeGreaterThan(1);
    for (const name of written) expect(others(join(house.env.dataDir, 'media', name)), name).toBe(0);
    await app.close();
  });
});
