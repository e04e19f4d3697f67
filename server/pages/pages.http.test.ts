import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, type TestPerson } from '#test/people.ts';
import { createEchoWeb, echoScriptHash } from '#test/processes/echo-web.ts';

let app: FastifyInstance;
let tenant: TestPerson;
let cookie: string;
let howMany: () => number;
const path = '/policy/1/tenant-terms';

beforeEach(async () => {
  await app?.close();
  const services = await createTestServices();
  const saying = createEchoWeb();
  howMany = saying.howMany;
  app = await makeApp(services, saying.web);
  tenant = await createPerson(services, 'tenant');
  cookie = (await signInOverHttp(app, tenant.email)).cookie;
});
afterAll(async () => {
  await app.close();
});

test('content security policy: every page allows only its own scripts, both for signed-out visitors and for signed-in users', async () => {
  for (const answer of [
    await sendRequest(app, path),
    await sendRequest(app, path),
    await sendRequest(app, path, { cookie }),
    await sendRequest(app, '/nowhere'),
  ]) {
    expect(answer.headers['content-security-policy']).toContain(`; script-src 'self' ${echoScriptHash}; `);
    expect(answer.headers['x-own-scripts']).toBeUndefined();
  }
});

describe('page cache over HTTP', () => {
  test('the second request of a signed-out visitor gets the cached page with the same headers', async () => {
    const first = await sendRequest(app, path);
    const second = await sendRequest(app, path);
    expect(first.text).toContain('quick en nobody 1 ');
    expect([second.status, second.text, howMany()]).toEqual([200, first.text, 1]);
    const names = ['content-security-policy', 'x-frame-options', 'vary', 'cache-control', 'etag', 'content-type', 'x-content-type-options'];
    for (const name of names) expect(second.headers[name], name).toBe(first.headers[name]);
    const etag = String(first.headers.etag);
    expect(await sendRequest(app, path, { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, text: '' });
    expect(await sendRequest(app, path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test('the compressed page has the same content as the uncompressed page', async () => {
    const plain = await sendRequest(app, path);
    const packed = await app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(Number(packed.headers['content-length'])).toBe(packed.rawPayload.length);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.text);
  });

  test('the page of each language is cached separately', async () => {
    const inEnglish = await sendRequest(app, path);
    const swahili = { cookie: 'makao-lang=sw' };
    expect((await sendRequest(app, path, swahili)).text).toContain('quick sw nobody');
    expect((await sendRequest(app, path, swahili)).text).toContain('quick sw nobody');
    expect((await sendRequest(app, path)).text).toBe(inEnglish.text);
    const asked = await sendRequest(app, `${path}?lang=sw`);
    expect(asked.text).toContain('sw nobody');
    const again = await sendRequest(app, `${path}?lang=sw`);
    expect([again.text, again.cookies.join()]).toEqual([asked.text, asked.cookies.join()]);
    expect(again.cookies.join()).toContain('makao-lang=sw');
  });

  test("a signed-out visitor never gets the page of a signed-in person, and a signed-in person never gets a visitor's page", async () => {
    const own = await sendRequest(app, path, { cookie });
    expect(own.text).toContain(`router en ${tenant.id} `);
    expect(own.headers['cache-control']).toBe('private, no-store');
    const stranger = await sendRequest(app, path);
    expect(stranger.text).toContain('en nobody');
    expect((await sendRequest(app, path, { cookie })).text).toContain(`router en ${tenant.id} `);
    expect((await sendRequest(app, path, { cookie: 'makao.session_token=forged.x' })).text).toBe(stranger.text);
  });
});
