import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { RouterContextProvider, type ServerBuild } from 'react-router';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { makeApp } from '#server/app.ts';
import { send, signedIn } from '#test/client.ts';
import { freshHouse } from '#test/db.ts';
import { type Somebody, somebody } from '#test/world.ts';
import type { WebBuild } from './web-build.ts';

/** The hash of the one script these pages were written with; the record's own is none of ours. */
const own = `'sha256-${createHash('sha256').update('1').digest('base64')}'`;
/** A web side whose pages say for whom and in which language they were made, and which way. */
function sayingWeb() {
  const sides = new WeakMap<object, { user: { id: unknown } | null; locale: string }>();
  let made = 0;
  const say = (way: string, context: object) => {
    const side = sides.get(context);
    return `<!DOCTYPE html><html><body><script>1</script><p>Cosy flat<script>alert(1)</script></p>${way} ${side?.locale} ${side?.user ? side.user.id : 'nobody'} ${++made} ${'.'.repeat(2000)}</body></html>`;
  };
  const entry = {
    provide(side: never) {
      const context = new RouterContextProvider();
      sides.set(context, side);
      return context;
    },
    handleError: () => undefined,
    renderFast: async (_asked: unknown, context: RouterContextProvider) => ({ html: say('quick', context), scripts: [own] }),
    default: async (_request: Request, _status: number, headers: Headers, _context: unknown, lent: object) => {
      headers.set('content-type', 'text/html; charset=utf-8');
      headers.set('x-own-scripts', own);
      return new Response(say('router', lent), { status: 200, headers });
    },
  };
  const build = {
    entry: { module: entry },
    routes: { root: { id: 'root', path: '', module: { default: () => null } } },
    assets: { routes: {}, entry: { imports: [], module: '' }, url: '', version: '1' },
    future: {},
    isSpaMode: false,
    ssr: true,
    prerender: [],
    publicPath: '/',
    assetsBuildDirectory: '',
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  };
  const web = { build: async () => build as unknown as ServerBuild, entry: async () => entry, id: 'x', mountFiles: async () => undefined };
  return { web: web as unknown as WebBuild, howMany: () => made };
}

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
