import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, signedIn } from '#test/client.ts';
import { freshHouse } from '#test/db.ts';
import { own, sayingWeb } from '#test/processes/saying-web.ts';
import { type Somebody, somebody } from '#test/world.ts';

let app: FastifyInstance;
let tenant: Somebody;
let cookie: string;
let howMany: () => number;
const path = '/policy/1/tenant-terms';

beforeEach(async () => {
  await app?.close();
  const house = await freshHouse();
  const saying = sayingWeb();
  howMany = saying.howMany;
  app = await makeApp(house, saying.web);
  tenant = await somebody(house, 'tenant');
  cookie = (await signedIn(app, tenant.email)).cookie;
});
afterAll(async () => {
  await app.close();
});

test('a page may run the scripts it was written with, and none that somebody put into a record, whoever reads it', async () => {
  for (const answer of [await send(app, path), await send(app, path), await send(app, path, { cookie }), await send(app, '/nowhere')]) {
    expect(answer.headers['content-security-policy']).toContain(`; script-src 'self' ${own}; `);
    expect(answer.headers['x-own-scripts']).toBeUndefined();
  }
});

describe('pages in the page cache', () => {
  test('a stranger’s second page is the first one, with the same headers, and is said to be the same', async () => {
    const first = await send(app, path);
    const second = await send(app, path);
    expect(first.text).toContain('quick en nobody 1 ');
    expect([second.status, second.text, howMany()]).toEqual([200, first.text, 1]);
    const names = ['content-security-policy', 'x-frame-options', 'vary', 'cache-control', 'etag', 'content-type', 'x-content-type-options'];
    for (const name of names) expect(second.headers[name], name).toBe(first.headers[name]);
    const etag = String(first.headers.etag);
    expect(await send(app, path, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' });
    expect(await send(app, path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test('packed is the same page', async () => {
    const plain = await send(app, path);
    const packed = await app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.text);
  });

  test('no language is given another’s', async () => {
    const inEnglish = await send(app, path);
    const swahili = { cookie: 'makao-lang=sw' };
    expect((await send(app, path, swahili)).text).toContain('quick sw nobody');
    expect((await send(app, path, swahili)).text).toContain('quick sw nobody');
    expect((await send(app, path)).text).toBe(inEnglish.text);
    const asked = await send(app, `${path}?lang=sw`);
    expect(asked.text).toContain('sw nobody');
    const again = await send(app, `${path}?lang=sw`);
    expect([again.text, again.cookies.join()]).toEqual([asked.text, asked.cookies.join()]);
    expect(again.cookies.join()).toContain('makao-lang=sw');
  });

  test('nobody is given a person’s page, nor they a stranger’s', async () => {
    const own = await send(app, path, { cookie });
    expect(own.text).toContain(`router en ${tenant.id} `);
    expect(own.headers['cache-control']).toBe('private, no-store');
    const stranger = await send(app, path);
    expect(stranger.text).toContain('en nobody');
    expect((await send(app, path, { cookie })).text).toContain(`router en ${tenant.id} `);
    expect((await send(app, path, { cookie: 'makao.session_token=forged.x' })).text).toBe(stranger.text);
  });
});
