import { chmodSync, mkdirSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { maxOpenUploads } from '#contract/media/limits.ts';
import { makeApp } from '#server/app.ts';
import { restrictDataDirectory } from '#server/db/prepare.ts';
import { makeDataDisk } from '#server/kernel/process/disk.ts';
import { makeWorkQueue } from '#server/kernel/process/work-queue.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createExamplePhoto, createMediaProperty } from '#test/examples/examples-media.ts';
import { createPerson, type TestPerson } from '#test/people.ts';

type Fixture = { services: TestServices; app: FastifyInstance; owner: TestPerson; token: string; property_id: number };
async function fixtureOf(more: Partial<TestServices> = {}, settings: Record<string, string> = {}): Promise<Fixture> {
  const services = { ...(await createTestServices('bare', settings)), ...more };
  const app = await makeApp(services, null);
  const owner = await createPerson(services, 'owner');
  const { property_id } = await createMediaProperty(services, owner.me.companyId ?? 0);
  return { services, app, owner, token: await signInForApiToken(app, owner), property_id };
}
const profile = ({ app, token }: Fixture, data: Buffer) =>
  sendRequest(app, '/api/v2/accounts/profiles/update_owner_profile/', { method: 'POST', token, upload: { field: 'profile', data, name: 'me.png' } });
const start = ({ app, token, property_id }: Fixture, size: number) =>
  sendRequest(app, '/api/v2/media/start_upload/', { method: 'POST', token, body: { property_id, media_type: 0, name: 'a.jpg', size } });
const statusOf = ({ app, token }: Fixture, id: number) => sendRequest(app, `/api/v2/media/upload_status/?id=${id}`, { token });

let picture: Buffer;
beforeAll(async () => {
  picture = await createExamplePhoto(3).png().toBuffer();
});

test('image processing: a request to a full queue is answered with Retry-After, and no upload is lost', async () => {
  const pictures = makeWorkQueue({ atOnce: 1, waiting: 1 });
  const fixture = await fixtureOf({ pictures });
  let free = () => {};
  const held = pictures.run(() => new Promise<void>((resolve) => (free = resolve)));
  const waits = profile(fixture, picture);
  await expect.poll(() => pictures.load()).toEqual({ running: 1, waiting: 1 });
  const refused = await profile(fixture, picture);
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
  expect((await sendRequest(fixture.app, '/metrics')).text).toContain('makao_pictures{state="waiting"} 1');
  free();
  await held;
  expect((await waits).status).toBe(200);
  expect(pictures.load()).toEqual({ running: 0, waiting: 0 });
  await fixture.app.close();
});

test('image processing: is not blocked by a stalled upload', async () => {
  const { tokens } = await createTestServices();
  const read = vi.fn(tokens.read);
  const fixture = await fixtureOf({ pictures: makeWorkQueue({ atOnce: 1, waiting: 0 }), tokens: { ...tokens, read } });
  await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  const line = connect((fixture.app.server.address() as AddressInfo).port, '127.0.0.1');
  line.write(
    `POST /api/v2/accounts/profiles/update_owner_profile/ HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${fixture.token}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 400000\r\n\r\n' +
      '--b\r\ncontent-disposition: form-data; name="profile"; filename="a.png"\r\ncontent-type: image/png\r\n\r\nhalf',
  );
  await expect.poll(() => read.mock.calls.length).toBe(1);
  const drawn = await profile(fixture, picture);
  expect(drawn.status, drawn.text).toBe(200);
  line.destroy();
  await fixture.app.close();
});

test('unfinished uploads: the upload that has been idle longest is deleted when a new upload exceeds the limit', async () => {
  const fixture = await fixtureOf();
  const ids: number[] = [];
  for (let n = 0; n < maxOpenUploads; n++) ids.push((await start(fixture, 1000)).json.id);
  const next = await start(fixture, 1000);
  expect(next.status, next.text).toBe(200);
  expect((await statusOf(fixture, ids[0] ?? 0)).status).toBe(404);
  expect((await statusOf(fixture, ids[1] ?? 0)).status).toBe(200);
  expect((await statusOf(fixture, next.json.id)).status).toBe(200);
  await fixture.app.close();
});

describe('storage quota of a company', () => {
  test('a file over the quota is rejected before the upload starts, and also if the file is larger than declared', async () => {
    const fixture = await fixtureOf({}, { STORAGE_QUOTA_MB: '1' });
    const taken = await profile(fixture, picture);
    expect(taken.status, taken.text).toBe(200);
    await fixture.services.database.db
      .updateTable('media_variant')
      .set({ bytes: 1024 * 1024 - 100 })
      .where('label', '=', '256')
      .execute();
    for (const [field, answer] of [
      ['size', await start(fixture, 5000)],
      ['profile', await profile(fixture, picture)],
    ] as const)
      expect([answer.status, answer.json.fields[field]]).toEqual([
        413,
        expect.stringMatching(/^Not enough storage\. The company has used 1\.0 of its 1 MB\./),
      ]);
    const other = await createPerson(fixture.services, 'owner');
    expect((await profile({ ...fixture, token: await signInForApiToken(fixture.app, other) }, picture)).status, 'another company').toBe(200);
    await fixture.app.close();
  });
});

describe('uploads with a full disk', () => {
  const full = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  test('an upload answers 507 and stores no record, and /readyz and /metrics report the full disk', async () => {
    const services = await createTestServices();
    const fixture = await fixtureOf({ storage: { ...services.storage, put: full }, disk: makeDataDisk(services.env.dataDir, full) });
    const answer = await profile(fixture, picture);
    expect([answer.status, answer.json.error]).toEqual([507, 'Insufficient Storage']);
    expect(await fixture.services.database.db.selectFrom('media_file').select('id').execute()).toEqual([]);
    const ready = await sendRequest(fixture.app, '/readyz');
    expect([ready.status, ready.json.message]).toEqual([503, 'The data directory is not writable']);
    expect((await sendRequest(fixture.app, '/metrics')).text).toMatch(/makao_disk_writable 0[\s\S]*makao_disk_free_bytes \d/);
    await fixture.app.close();
  });
  test('/readyz succeeds while the disk is writable, and leaves no probe file', async () => {
    const fixture = await fixtureOf();
    expect((await sendRequest(fixture.app, '/readyz')).status).toBe(200);
    expect((await sendRequest(fixture.app, '/metrics')).text).toContain('makao_disk_writable 1');
    expect(readdirSync(fixture.services.env.dataDir).filter((name) => name.startsWith('.probe'))).toEqual([]);
    await fixture.app.close();
  });
});

describe('permissions of uploaded files', () => {
  const others = (path: string) => statSync(path).mode & 0o077;
  test('a data directory with the own database is refused with another database, and its permissions do not change', async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'makao-own-')), 'data');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    chmodSync(dataDir, 0o711);
    await expect(restrictDataDirectory({ dataDir, DATABASE_URL: 'postgres://elsewhere' })).rejects.toThrow(/Choose another DATA_DIR/);
    expect(statSync(dataDir).mode & 0o777).toBe(0o711);
  });

  test("the data directory and its files are readable only by the server's user, even if other users had access before", async () => {
    const dataDir = join(mkdtempSync(join(tmpdir(), 'makao-open-')), 'data');
    await restrictDataDirectory({ dataDir, DATABASE_URL: 'postgres://elsewhere' });
    expect(others(dataDir)).toBe(0);
    await restrictDataDirectory({ dataDir, DATABASE_URL: undefined });
    // PostgreSQL started by root runs as another user, whose group may enter the directory.
    for (const dir of [dataDir, join(dataDir, 'postgres')]) expect(others(dir) & 0o066, dir).toBe(0);
    const { services, app, ...fixture } = await fixtureOf();
    await profile({ services, app, ...fixture }, picture);
    const written = readdirSync(join(services.env.dataDir, 'media'), { recursive: true, encoding: 'utf8' });
    expect(written.length).toBeGreaterThan(1);
    for (const name of written) expect(others(join(services.env.dataDir, 'media', name)), name).toBe(0);
    await app.close();
  });
});
