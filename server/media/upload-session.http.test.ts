import { existsSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uploadChunkBytes } from '#contract/media/limits.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createExamplePhoto, createMediaProperty } from '#test/examples/examples-media.ts';
import { createPerson, type TestPerson } from '#test/people.ts';
import { makeAvif } from './avif.ts';
import { sweepMedia } from './service.ts';
import { sweepUploads } from './upload-pieces.ts';

let services: TestServices;
let app: FastifyInstance;
let owner: TestPerson;
let token: string;
let home: { property_id: number; unit_id: number };

const api = '/api/v2/media';
const ask = (path: string, more: object = {}, as = token) => sendRequest(app, `${api}/${path}`, { method: 'POST', token: as, ...more });
const start = (size: number, more: object = {}) =>
  ask('start_upload/', { body: { property_id: home.property_id, media_type: 0, name: 'a.jpg', size, ...more } });
const piece = (id: number, at: number, data: Uint8Array) =>
  ask(`upload_chunk/?id=${id}&at=${at}`, { upload: { field: 'chunk', data, name: 'a.jpg' } });
const status = (id: number) => sendRequest(app, `${api}/upload_status/?id=${id}`, { token });
const finish = (id: number) => ask(`finish_upload/?id=${id}`);
/** Sends a whole file in chunks and returns the last answer. */
async function upload(data: Uint8Array, more: object = {}) {
  const begun = await start(data.length, more);
  if (begun.status !== 200) return begun;
  for (let at = 0; at < data.length; at += uploadChunkBytes) {
    const sent = await piece(begun.json.id, at, data.subarray(at, at + uploadChunkBytes));
    if (sent.status !== 200) return sent;
  }
  return finish(begun.json.id);
}
const onDisk = () =>
  existsSync(join(services.env.dataDir, 'media'))
    ? readdirSync(join(services.env.dataDir, 'media'), { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).length
    : 0;
const count = async (table: 'media_file' | 'media_item' | 'upload_session' | 'upload_part' | 'media_doubt' | 'audit_log') =>
  (
    await services.database.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;
const everything = async () => ({
  disk: onDisk(),
  files: await count('media_file'),
  items: await count('media_item'),
  sessions: await count('upload_session'),
  parts: await count('upload_part'),
});
/** A JPEG of more than one chunk, because noise does not compress. */
const large = () =>
  sharp({ create: { width: 1100, height: 900, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 90 } } }).jpeg({
    quality: 96,
  });

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  owner = await createPerson(services, 'owner');
  token = await signInForApiToken(app, owner);
  home = await createMediaProperty(services, owner.me.companyId ?? 0);
});
afterAll(() => app.close());

test('upload: an image sent in chunks is stored in three sizes without camera metadata, and the metadata is stored in the database', async () => {
  const data = await createExamplePhoto(1, 2000, 1300)
    .jpeg()
    .withExif({
      IFD0: { Copyright: 'secret place' },
      IFD2: { DateTimeOriginal: '2026:03:01 10:20:30' },
      IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '36/1 49/1 0/1' },
    })
    .toBuffer();
  const audits = await count('audit_log');
  const made = await upload(data);
  expect(made.status, made.text).toBe(200);
  expect(made.json).toMatchObject({
    media_type: 0,
    is_cover: true,
    name: 'a.jpg',
    taken_at: '2026-03-01T07:20:30.000Z',
    picture: { colour: expect.stringMatching(/^#[0-9a-f]{6}$/) },
  });
  expect(await count('audit_log')).toBe(audits + 1);
  const { picture } = made.json;
  expect(picture.webp.split(', ').map((one: string) => one.split(' ')[1])).toEqual(['320w', '800w', '1600w']);
  for (const one of picture.webp.split(', ')) {
    const file = await app.inject({ url: one.split(' ')[0] });
    const seen = await sharp(file.rawPayload).metadata();
    expect([file.statusCode, seen.format, seen.exif, file.rawPayload.includes('secret place')]).toEqual([200, 'webp', undefined, false]);
  }
  const row = await services.database.db.selectFrom('media_item').selectAll().where('id', '=', made.json.id).executeTakeFirstOrThrow();
  expect([row.taken_lat?.toFixed(3), row.taken_lng?.toFixed(3)]).toEqual(['-1.283', '36.817']);
  expect(JSON.stringify(made.json)).not.toContain('36.8');
  expect((await everything()).sessions).toBe(0);
});

test('AVIF variants: are created later by a job', async () => {
  const before = (await sendRequest(app, `${api}/all_media/?property_id=${home.property_id}`, { token })).json.results[0];
  expect(before.picture.avif).toBe('');
  while ((await makeAvif(services, services.database.db)) > 0);
  const after = (await sendRequest(app, `${api}/all_media/?property_id=${home.property_id}`, { token })).json.results[0];
  expect(after.picture.avif.split(', ')).toHaveLength(3);
  const file = await app.inject({ url: after.picture.avif.split(' ')[0] });
  expect([file.headers['content-type'], (await sharp(file.rawPayload).metadata()).compression]).toEqual(['image/avif', 'av1']);
});

describe('upload of an invalid file: is refused and stores nothing', () => {
  const bomb = () =>
    sharp({ create: { width: 7000, height: 7000, channels: 3, background: '#000' } })
      .png()
      .toBuffer();
  test.each([
    ['a PDF named .jpg', 415, 'chunk', async () => Buffer.from(`%PDF-1.7 ${'x'.repeat(2000)}`)],
    ['an SVG page named .jpg', 415, 'chunk', async () => Buffer.from('<svg onload="alert(1)">')],
    ['a video uploaded as an image', 415, 'chunk', async () => Buffer.from('\0\0\0\x18ftypmp42')],
    ['a truncated picture', 400, 'file', async () => (await large().toBuffer()).subarray(0, uploadChunkBytes + 900)],
    ['a picture of 49 million pixels in a few kilobytes', 400, 'file', bomb],
    ['a file of 6 MB', 413, 'size', async () => Buffer.concat([await createExamplePhoto(2).png().toBuffer(), Buffer.alloc(6 * 1024 * 1024)])],
  ])('rejects %s', async (_, code, field, make) => {
    await sweepMedia(services, services.database.db, 0);
    const before = await everything();
    const answer = await upload(await make());
    expect(answer.json).toMatchObject({ error: expect.any(String), fields: { [field]: expect.any(String) } });
    expect(answer.status, answer.text).toBe(code);
    await sweepMedia(services, services.database.db, 0);
    expect(await everything()).toEqual(before);
  });

  test('rejects more data than announced, a chunk that is too large, and a chunk out of order', async () => {
    const data = await large().toBuffer();
    const { id } = (await start(uploadChunkBytes)).json;
    expect((await piece(id, 0, data.subarray(0, uploadChunkBytes + 1))).json.fields.chunk).toContain('bytes');
    expect(await piece(id, 10, data.subarray(0, 100))).toMatchObject({ status: 409, json: { received: 0 } });
    expect((await piece(id, 0, data.subarray(0, uploadChunkBytes))).status).toBe(200);
    expect(await piece(id, uploadChunkBytes, data.subarray(0, 1))).toMatchObject({ status: 400, json: { fields: { chunk: expect.any(String) } } });
    expect((await sendRequest(app, `${api}/cancel_upload/?id=${id}`, { method: 'DELETE', token })).status).toBe(200);
    expect(await everything()).toMatchObject({ sessions: 0, parts: 0 });
  });
});

test('upload: a connection lost during a chunk loses only that chunk, and the upload resumes', async () => {
  const data = await large().toBuffer();
  expect(data.length).toBeGreaterThan(uploadChunkBytes * 1.5);
  const { id } = (await start(data.length)).json;
  expect((await piece(id, 0, data.subarray(0, uploadChunkBytes))).json.received).toBe(uploadChunkBytes);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  await new Promise<void>((resolve) => {
    const line = connect(port, '127.0.0.1', () => {
      const head = `--b\r\ncontent-disposition: form-data; name="chunk"; filename="a"\r\ncontent-type: image/jpeg\r\n\r\n`;
      line.write(
        `POST ${api}/upload_chunk/?id=${id}&at=${uploadChunkBytes} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
          `content-type: multipart/form-data; boundary=b\r\ncontent-length: 400000\r\n\r\n${head}`,
      );
      line.write(data.subarray(uploadChunkBytes, uploadChunkBytes + 50_000), () => setTimeout(() => line.destroy(), 50));
    });
    line.on('close', () => resolve());
  });
  expect((await status(id)).json).toMatchObject({ received: uploadChunkBytes, size: data.length, chunk_bytes: uploadChunkBytes });
  expect(await finish(id)).toMatchObject({ status: 409, json: { received: uploadChunkBytes } });
  for (let at = uploadChunkBytes; at < data.length; at += uploadChunkBytes)
    expect((await piece(id, at, data.subarray(at, at + uploadChunkBytes))).status).toBe(200);
  const made = await finish(id);
  expect(made.status, made.text).toBe(200);
  expect((await finish(id)).status).toBe(404);
});

test('upload: an abandoned upload is deleted from disk and database after its time limit', async () => {
  await sweepMedia(services, services.database.db, 0);
  const before = { ...(await everything()), doubts: await count('media_doubt') };
  const data = await large().toBuffer();
  const { id } = (await start(data.length)).json;
  await piece(id, 0, data.subarray(0, uploadChunkBytes));
  expect(onDisk()).toBe(before.disk + 1);
  // The sweep of unreferenced bytes keeps a chunk while its session exists.
  await sweepMedia(services, services.database.db, 0);
  expect(onDisk()).toBe(before.disk + 1);
  expect(await sweepUploads(services, services.database.db)).toBe(0);
  expect(await sweepUploads(services, services.database.db, new Date(Date.now() + 3 * 3_600_000))).toBe(1);
  expect((await status(id)).status).toBe(404);
  expect({ ...(await everything()), doubts: await count('media_doubt') }).toEqual(before);
});

test('upload: an upload session or a property of another company returns 404', async () => {
  const { id } = (await start(100)).json;
  const stranger = await signInForApiToken(app, await createPerson(services, 'owner'));
  for (const path of [`finish_upload/?id=${id}`, `upload_chunk/?id=${id}&at=0`])
    expect(
      (
        await ask(
          path,
          path.startsWith('upload') ? { upload: { field: 'chunk', data: await createExamplePhoto(1).png().toBuffer(), name: 'x' } } : {},
          stranger,
        )
      ).status,
    ).toBe(404);
  expect((await sendRequest(app, `${api}/all_media/?property_id=${home.property_id}`, { token: stranger })).status).toBe(404);
  expect((await ask('start_upload/', { body: { unit_id: home.unit_id, media_type: 0, name: 'a', size: 1 } }, stranger)).status).toBe(404);
});

test("upload: a request for a colleague's upload session returns 404 and changes nothing, even if both people may change the property's media", async () => {
  const data = await createExamplePhoto(3).png().toBuffer();
  const { id } = (await start(data.length)).json;
  const person = await createPerson(services, 'owner');
  await services.database.db.updateTable('person').set({ company_id: owner.me.companyId }).where('id', '=', person.id).execute();
  const colleague = await signInForApiToken(app, person);
  expect((await ask('start_upload/', { body: { property_id: home.property_id, media_type: 0, name: 'b.jpg', size: 100 } }, colleague)).status).toBe(
    200,
  );
  const chunk = { upload: { field: 'chunk', data, name: 'a.jpg' } };
  const answers = [
    await sendRequest(app, `${api}/upload_status/?id=${id}`, { token: colleague }),
    await ask(`upload_chunk/?id=${id}&at=0`, chunk, colleague),
    await ask(`finish_upload/?id=${id}`, {}, colleague),
    await sendRequest(app, `${api}/cancel_upload/?id=${id}`, { method: 'DELETE', token: colleague }),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
  expect((await status(id)).json).toMatchObject({ received: 0, size: data.length });
  expect((await piece(id, 0, data)).status).toBe(200);
  const made = await finish(id);
  expect(made.status, made.text).toBe(200);
});

test('upload: a replacement image keeps the position, captions and cover status of the old image, and the old file is deleted', async () => {
  const all = async () => (await sendRequest(app, `${api}/all_media/?property_id=${home.property_id}`, { token })).json.results;
  const [first] = await all();
  await ask(`update_media/?id=${first.id}`, {
    method: 'PATCH',
    body: { caption: 'The gate', alt: 'A green gate', room: 'front', revision: first.revision },
  });
  const made = await upload(await createExamplePhoto(9).png().toBuffer(), { replaces: first.id });
  expect(made.status, made.text).toBe(200);
  const [now] = await all();
  expect(now).toMatchObject({ id: first.id, caption: 'The gate', alt: 'A green gate', room: 'front', is_cover: true });
  expect(now.picture.src).not.toBe(first.picture.src);
  await sweepMedia(services, services.database.db, 0);
  expect((await app.inject({ url: first.picture.src })).statusCode).toBe(404);
  expect((await app.inject({ url: now.picture.src })).statusCode).toBe(200);
});

test('upload: a video is stored unchanged and can be read by byte range', async () => {
  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42', 'latin1'), Buffer.alloc(5000, 7)]);
  const made = await upload(film, { media_type: 1, name: 'walk.mp4' });
  expect(made.json).toMatchObject({ media_type: 1, picture: null, url: expect.stringMatching(/^\/media\/[0-9a-f]{40}\.mp4$/) });
  const part = await app.inject({ url: made.json.url, headers: { range: 'bytes=10-19' } });
  expect([part.statusCode, part.headers['content-range'], part.rawPayload.length]).toEqual([206, `bytes 10-19/${film.length}`, 10]);
  expect((await app.inject({ url: made.json.url, headers: { range: 'bytes=99999-' } })).statusCode).toBe(416);
  expect((await app.inject({ url: made.json.url })).rawPayload.length).toBe(film.length);
});
