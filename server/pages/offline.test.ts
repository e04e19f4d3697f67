import vm from 'node:vm';
import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { mountServiceWorker } from './offline.ts';

async function served(setting: 'on' | 'off') {
  const app = fastify();
  mountServiceWorker(app, { OFFLINE: setting }, 'build-1');
  const answer = await app.inject('/sw.js');
  await app.close();
  return answer;
}

type Cache = Map<string, Response>;
type Told = {
  type: string;
  data?: unknown;
  ports: [];
  request?: unknown;
  waitUntil: (work: Promise<unknown>) => void;
  respondWith: (answer: Promise<Response>) => void;
};

/** A minimal browser environment for the service worker. `net` answers requests, or throws if there is no network. */
async function worker(text: string, net: (url: string, options?: { credentials?: string }) => Response) {
  const stores = new Map<string, Cache>();
  const listeners = new Map<string, (event: Told) => void>();
  const open = (name: string) => {
    const store: Cache = stores.get(name) ?? new Map();
    stores.set(name, store);
    return {
      put: async (url: string, answer: Response) => void store.set(url, answer),
      match: async (url: string) => store.get(url)?.clone(),
      delete: async (url: string) => store.delete(url),
    };
  };
  const registration = {
    gone: false,
    async unregister() {
      registration.gone = true;
    },
  };
  const self = {
    location: { origin: 'https://makao.test' },
    registration,
    clients: { claim: async () => undefined },
    skipWaiting: () => undefined,
    addEventListener: (type: string, listener: (event: Told) => void) => void listeners.set(type, listener),
  };
  const caches = {
    open: async (name: string) => open(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
  };
  const fetch = async (asked: string | { url: string }, options?: { credentials?: string }) =>
    net(typeof asked === 'string' ? asked : asked.url, options);
  vm.runInNewContext(text, { self, caches, fetch, URL, Response, JSON, String });
  const tell = async (type: string, more: object): Promise<Response | null> => {
    let answer: Promise<Response> | null = null;
    const works: Promise<unknown>[] = [];
    listeners.get(type)?.({
      type,
      ports: [],
      waitUntil: (work) => void works.push(work),
      respondWith(given) {
        answer = given;
      },
      ...more,
    } as Told);
    await Promise.all(works);
    return answer;
  };
  const go = (path: string, more: object = {}) =>
    tell('fetch', { request: { method: 'GET', mode: 'navigate', destination: 'document', url: `https://makao.test${path}`, referrer: '', ...more } });
  return { stores, registration, tell, go };
}

const says = { lang: 'en', title: 'You are offline', text: 'Saved:', none: 'None' };
const home = { href: '/property/1/lake-view', title: 'Lake <View>', price: 'KES 50,000', place: 'Kilimani', picture: '/art/home/1.svg' };
const keep = { data: { type: 'keep', kept: { ...says, homes: [home] } } };

describe('service worker for saved homes', () => {
  test('the worker script is sent with a no-cache header and may connect only to this server', async () => {
    const { headers, body } = await served('on');
    expect([headers['cache-control'], headers['content-security-policy']]).toEqual(['no-cache', "default-src 'none'; connect-src 'self'"]);
    expect(body).toContain('const VERSION = "build-1";');
  });

  test('saved homes are stored as signed-out visitors see them, and appear without a network', async () => {
    let away = false;
    const asked: [string, string | undefined][] = [];
    const { tell, go } = await worker((await served('on')).body, (url, options) => {
      if (away) throw new TypeError('no network');
      asked.push([url, options?.credentials]);
      return new Response(`online ${url}`);
    });
    await tell('message', keep);
    expect(asked).toEqual([
      [home.href, 'omit'],
      [home.picture, 'omit'],
    ]);
    expect(await (await go(home.href))?.text()).toBe(`online https://makao.test${home.href}`);
    away = true;
    expect(await (await go(home.href))?.text()).toBe(`online ${home.href}`);
    const list = await (await go('/dashboard/tenant/favourites'))?.text();
    expect(list).toContain('<h1>You are offline</h1>');
    expect(list).toContain('Lake &#60;View&#62;');
    const picture = { mode: 'no-cors', destination: 'image', referrer: `https://makao.test${home.href}` };
    expect(await (await go('/media/other-size.avif', picture))?.text()).toBe(`online ${home.picture}`);
  });

  test('an inspection saved for offline use remains available with its scripts after a new build', async () => {
    let away = false;
    const asked: [string, string | undefined][] = [];
    const one = {
      href: '/dashboard/owner/properties/inspections/5/INS-1',
      title: 'Move-in <inspection>',
      parts: ['/assets/pad.js', '/assets/root.js'],
    };
    const net = (url: string, options?: { credentials?: string }) => {
      if (away) throw new TypeError('no network');
      asked.push([url, options?.credentials]);
      return new Response(url === one.href ? '<link rel="modulepreload" href="/assets/root.js"><script>import "/assets/view.js"</script>' : url);
    };
    const { stores, tell, go } = await worker((await served('on')).body, net);
    await tell('message', { data: { type: 'take', taken: one } });
    expect(asked).toEqual([[one.href, 'same-origin'], ...['root', 'view', 'pad'].map((name) => [`/assets/${name}.js`, undefined])]);
    await tell('activate', {});
    away = true;
    expect(await (await go(one.href))?.text()).toContain('modulepreload');
    const script = { mode: 'cors', destination: 'script' };
    expect(await (await go('/assets/view.js', script))?.text()).toBe('/assets/view.js');
    expect((await go('/assets/other.js', script))?.type).toBe('error');
    // A person who opens another page is redirected to it.
    expect(await (await go('/dashboard/owner'))?.text()).toContain(`<a href="${one.href}"><span><b>Move-in &#60;inspection&#62;</b>`);
    await tell('message', { data: { type: 'leave', href: one.href } });
    expect(stores.has('taken')).toBe(false);
  });

  test('API calls, writes and requests to other sites bypass the worker', async () => {
    const { go } = await worker((await served('on')).body, () => new Response());
    expect(await go('/api/v2/finding/favourites/', { mode: 'cors', destination: '' })).toBeNull();
    expect(await go('/', { method: 'POST' })).toBeNull();
    expect(await go('', { url: 'https://tiles.test/1.png', mode: 'cors', destination: 'image' })).toBeNull();
  });

  test('a new list of saved homes replaces the stored list, and a new build deletes the store of the former build', async () => {
    const { stores, tell } = await worker((await served('on')).body, (url) => new Response(url));
    stores.set('kept-build-0', new Map());
    await tell('activate', {});
    await tell('message', keep);
    await tell('message', { data: { type: 'keep', kept: { ...says, homes: [] } } });
    expect([...stores.keys()]).toEqual(['kept-build-1']);
    expect([...(stores.get('kept-build-1')?.keys() ?? [])]).toEqual(['/kept-homes.json']);
  });

  test('homes that are new, changed, previously failed or in another language are fetched, and removed homes are deleted', async () => {
    let asked: string[] = [];
    let away = '';
    const { stores, tell } = await worker((await served('on')).body, (url) => {
      asked.push(url);
      if (url === away) throw new TypeError('no network');
      return new Response(url);
    });
    const tells = async (lang: string, homes: readonly object[]) => {
      asked = [];
      await tell('message', { data: { type: 'keep', kept: { ...says, lang, homes } } });
      return asked;
    };
    const other = { ...home, href: '/property/2/hill', picture: '/art/home/2.svg' };
    away = other.picture;
    expect(await tells('en', [home])).toEqual([home.href, home.picture]);
    expect(await tells('en', [other, home])).toEqual([other.href, other.picture]);
    away = '';
    expect(await tells('en', [other, home])).toEqual([other.picture]);
    expect(await tells('en', [other, { ...home, price: 'KES 45,000' }])).toEqual([home.href]);
    // `changed_at` of a home also covers facts that the card does not show, so the page is fetched again.
    expect(await tells('en', [other, { ...home, price: 'KES 45,000', changed_at: '2026-11-17T06:00:00.000Z' }])).toEqual([home.href]);
    expect(await tells('en', [other, { ...home, price: 'KES 45,000', changed_at: '2026-11-17T06:00:00.000Z' }])).toEqual([]);
    expect(await tells('sw', [other])).toEqual([other.href]);
    expect([...(stores.get('kept-build-1')?.keys() ?? [])].sort()).toEqual([other.picture, '/kept-homes.json', other.href].sort());
  });

  test('signing out while homes are loading leaves no stored data', async () => {
    let out: Promise<unknown> = Promise.resolve();
    const it = await worker((await served('on')).body, (url) => {
      if (url === home.href) out = it.tell('message', { data: { type: 'forget' } });
      return new Response(url);
    });
    await it.tell('message', keep);
    await out;
    expect([...it.stores.values()].flatMap((store) => [...store.keys()])).toEqual([]);
  });

  test('the worker deletes its data and unregisters when the setting OFFLINE is "off"', async () => {
    const { stores, registration, tell, go } = await worker((await served('off')).body, () => new Response());
    stores.set('kept-build-0', new Map());
    await tell('activate', {});
    expect([stores.size, registration.gone]).toEqual([0, true]);
    expect(await go('/')).toBeNull();
  });
});
