import { existsSync, readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { openStorage } from './open-storage.ts';
import { buildSignedFilePath, storeFile, sweepMedia, toMediaPath } from './service.ts';

let services: TestServices;
let app: FastifyInstance;
let owner: TestPerson;
let signed: { cookie: string; token: string };
const update = '/api/v2/accounts/profiles/update_owner_profile/';
const upload = (data: Uint8Array, name = 'me.png') =>
  sendRequest(app, update, { method: 'POST', token: signed.token, upload: { field: 'profile', data, name } });
const onDisk = () =>
  existsSync(join(services.env.dataDir, 'media'))
    ? readdirSync(join(services.env.dataDir, 'media'), { recursive: true, withFileTypes: true }).filter((e) => e.isFile()).length
    : 0;
const rows = async () => (await services.database.db.selectFrom('media_file').select('id').execute()).length;
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c0392b' } });

beforeAll(async () => {
  services = await createTestServices();
  app = await makeApp(services, null);
  owner = await createPerson(services, 'owner');
  signed = await signInOverHttp(app, owner.email);
});
afterAll(() => app.close());

describe('profile picture', () => {
  test('is converted to square WebP without metadata, rotated by its EXIF orientation, and served as immutable', async () => {
    // A camera held upright stores the picture on its side with an EXIF orientation, so the red left half must end on top.
    const lying = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#ffffff' } })
      .composite([{ input: await picture(40, 40).png().toBuffer(), left: 0, top: 0 }])
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const answer = await upload(lying, 'me.exe');
    expect(answer.status, answer.text).toBe(200);
    const file = await app.inject({ url: answer.json.image });
    expect(file.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' });
    const made = await sharp(file.rawPayload).metadata();
    expect([made.format, made.width, made.height, made.exif, made.orientation]).toEqual(['webp', 256, 256, undefined, undefined]);
    const { data, info } = await sharp(file.rawPayload).raw().toBuffer({ resolveWithObject: true });
    const green = (x: number, y: number) => data[(y * info.width + x) * info.channels + 1] ?? 0;
    expect(green(128, 10)).toBeLessThan(120);
    expect(green(128, 246)).toBeGreaterThan(200);
    expect((await sendRequest(app, '/api/auth/session', { cookie: signed.cookie })).json.user.image).toBe(answer.json.image);
  });

  test('is deleted after the picture is reset, unless another record refers to the same file', async () => {
    const other = await createPerson(services, 'agent');
    const same = await picture(300, 300).png().toBuffer();
    const first = (await upload(same)).json.image as string;
    const theirs = await runAsPerson(services, other, (ctx) =>
      storeFile(services, ctx, { data: same, type: 'png', name: 'a.png' }, { purpose: 'profile', visibility: 'public', field: 'profile' }),
    );
    expect(toMediaPath(theirs.keys['256'] ?? '')).toBe(first);
    expect((await sendRequest(app, '/api/v2/accounts/profiles/reset_owner_profile/', { method: 'DELETE', token: signed.token })).json).toEqual({
      image: null,
    });
    await sweepMedia(services, services.database.db, 0);
    expect((await app.inject({ url: first })).statusCode).toBe(200);
    await services.database.db.deleteFrom('media_file').where('id', '=', theirs.id).execute();
    for (const key of Object.values(theirs.keys)) await services.database.db.insertInto('media_doubt').values({ key }).execute();
    await sweepMedia(services, services.database.db, 0);
    expect((await app.inject({ url: first })).statusCode).toBe(404);
    expect(onDisk()).toBe(0);
  });
});

describe('failed image upload: leaves nothing stored', () => {
  test.each([
    ['a program named .png', 415, async () => Buffer.from('MZ\x90\x00\x03\x00\x00\x00', 'latin1')],
    ['an SVG page named .png', 415, async () => Buffer.from('<svg onload="alert(1)">')],
    ['a PDF document', 415, async () => Buffer.from('%PDF-1.7 text')],
    ['only the first bytes of a picture', 400, async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['a truncated picture', 400, async () => (await picture(600, 600).jpeg().toBuffer()).subarray(0, 900)],
    ['a file of 6 MB', 413, async () => Buffer.concat([await picture(10, 10).png().toBuffer(), Buffer.alloc(6 * 1024 * 1024)])],
    ['a picture of 49 million pixels in a few kilobytes', 400, async () => picture(7000, 7000).png().toBuffer()],
    ['an empty file', 400, async () => Buffer.alloc(0)],
  ])('rejects %s', async (_, status, make) => {
    const before = [await rows(), onDisk()];
    const answer = await upload(await make());
    expect(answer.json).toMatchObject({ error: expect.any(String), message: expect.stringContaining('profile') });
    expect(answer.status, answer.text).toBe(status);
    expect([await rows(), onDisk()]).toEqual(before);
  });

  test('the media sweep deletes stored bytes after a failed transaction', async () => {
    const before = onDisk();
    const data = await picture(50, 50).webp().toBuffer();
    const failing = runAsPerson(services, owner, async (ctx) => {
      await storeFile(services, ctx, { data, type: 'webp', name: 'a.webp' }, { purpose: 'picture', visibility: 'public', field: 'file' });
      throw new Error('later trouble');
    });
    await expect(failing).rejects.toThrow('later trouble');
    expect(onDisk()).toBeGreaterThan(before);
    await sweepMedia(services, services.database.db, 0);
    expect(onDisk()).toBe(before);
  });
});

test('private file: can be read by its uploader, company heads, admins and anyone with a valid signature; all others get 404', async () => {
  const kept = await runAsPerson(services, owner, (ctx) =>
    storeFile(
      services,
      ctx,
      { data: Buffer.from('%PDF-1.7 lease'), type: 'pdf', name: 'Lease.pdf' },
      { purpose: 'document', visibility: 'private', field: 'file' },
    ),
  );
  const key = kept.keys.original ?? '';
  const open = async (cookie?: string, path = toMediaPath(key)) => sendRequest(app, path, cookie ? { cookie } : {});
  expect((await open()).status).toBe(404);
  expect((await open((await signInOverHttp(app, (await createPerson(services, 'tenant')).email)).cookie)).status).toBe(404);
  const own = await open(signed.cookie);
  expect([own.status, own.headers['cache-control'], own.headers['content-disposition']]).toEqual([
    200,
    'private, no-store',
    "attachment; filename*=UTF-8''Lease.pdf",
  ]);
  expect((await open((await signInOverHttp(app, (await createPerson(services, 'admin')).email)).cookie)).status).toBe(200);
  // Another head of the uploader's company, and a head of another company.
  const [head, stranger] = [await createPerson(services, 'owner'), await createPerson(services, 'owner')];
  await services.database.db.updateTable('person').set({ company_id: owner.me.companyId }).where('id', '=', head.id).execute();
  expect((await open((await signInOverHttp(app, head.email)).cookie)).status).toBe(200);
  expect((await open((await signInOverHttp(app, stranger.email)).cookie)).status).toBe(404);
  // Staff see files of records that they can see, not every file of the company.
  const staff = await createPerson(services, 'staff', ['property.read']);
  await services.database.db.updateTable('person').set({ company_id: owner.me.companyId }).where('id', '=', staff.id).execute();
  expect((await open((await signInOverHttp(app, staff.email)).cookie)).status).toBe(404);
  expect((await open(undefined, buildSignedFilePath(services.secret, key, 60))).status).toBe(200);
  expect((await open(undefined, buildSignedFilePath(services.secret, key, 60, Date.now() - 61_000))).status).toBe(404);
  expect((await open(undefined, buildSignedFilePath('another secret', key, 60))).status).toBe(404);
  for (const path of ['/media/..%2f..%2fsecret', '/media/nothing.webp', `/media/${'0'.repeat(40)}.webp`])
    expect((await sendRequest(app, path)).status).toBe(404);
  expect(createTestCtx(services, owner).me.companyId).not.toBeNull();
});

describe('S3 storage', () => {
  const objects = new Map<string, { data: Buffer; type: string }>();
  let server: Server;
  const bodyOf = async (request: IncomingMessage) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return Buffer.concat(parts);
  };
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) return response.writeHead(403).end();
      if (request.method === 'PUT') {
        objects.set(path, { data: await bodyOf(request), type: request.headers['content-type'] ?? '' });
        return response.writeHead(200, { etag: '"x"' }).end();
      }
      const found = objects.get(path);
      if (request.method === 'DELETE') {
        objects.delete(path);
        return response.writeHead(204).end();
      }
      if (!found)
        return response
          .writeHead(404, { 'content-type': 'application/xml' })
          .end('<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
      return response.writeHead(200, { 'content-type': found.type, 'content-length': found.data.length }).end(found.data);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test('stores, reads and deletes bytes by key with signed requests and path-style addresses', async () => {
    const env = {
      ...services.env,
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_BUCKET: 'makao',
      S3_ACCESS_KEY: 'key',
      S3_SECRET_KEY: 'secret',
      S3_REGION: 'af-south-1',
    };
    const storage = openStorage(env);
    const key = `${'a'.repeat(40)}.webp`;
    expect(await storage.get(key)).toBeNull();
    await storage.put(key, Buffer.from('bytes of a picture'), 'image/webp');
    expect(objects.get(`/makao/${key}`)).toEqual({ data: Buffer.from('bytes of a picture'), type: 'image/webp' });
    expect(Buffer.from((await storage.get(key)) ?? []).toString()).toBe('bytes of a picture');
    await storage.remove(key);
    expect(await storage.get(key)).toBeNull();
  });
});
