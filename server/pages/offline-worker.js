/**
 * Keeps a tenant's saved homes readable without a network. The page names them (web/finding/keep.ts); they are fetched as a stranger would,
 * so nothing of an account is kept but which homes were saved, and signing out deletes that too. What it does not know goes by as if it
 * were not there. The server writes the build's VERSION before it (server/pages/offline.ts).
 */
/* global VERSION */
const name = `kept-${VERSION}`;
const listAt = '/kept-homes.json';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const old = async () => {
    for (const key of await caches.keys()) if (key.startsWith('kept-') && key !== name) await caches.delete(key);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

self.addEventListener('message', (event) => {
  if (event.data?.type !== 'keep') return;
  const done = () => event.ports[0]?.postMessage('kept');
  event.waitUntil(keep(event.data.kept).then(done, done));
});

const urlsOf = ({ href, picture }) => [href, picture].filter(Boolean);

/**
 * A new list takes the place of the old one, whoever's that was. A home that stands in both as it stood, by what is shown of it and
 * by when it was changed, is not fetched again: one heart costs one page and one picture, not fifty. A picture's address is its own.
 */
async function keep(kept) {
  const before = await known();
  const cache = await caches.open(name);
  const stood = new Set(before?.lang === kept.lang ? before.homes.map((home) => JSON.stringify(home)) : []);
  const same = kept.homes.filter((home) => stood.has(JSON.stringify(home))).flatMap(urlsOf);
  const stays = new Set([...same, ...kept.homes.map((home) => home.picture)]);
  for (const url of before?.homes.flatMap(urlsOf) ?? []) if (!stays.has(url)) await cache.delete(url);
  await cache.put(listAt, new Response(JSON.stringify(kept), { headers: { 'content-type': 'application/json' } }));
  for (const url of kept.homes.flatMap(urlsOf)) {
    if (await cache.match(url)) continue;
    const answer = await fetch(url, { credentials: 'omit' }).catch(() => null);
    if (answer?.ok && !answer.redirected) await cache.put(url, answer);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => page(request)));
  else if (request.destination === 'image') event.respondWith(fetch(request).catch(() => picture(request)));
});

async function known() {
  const answer = await (await caches.open(name)).match(listAt);
  return answer ? answer.json() : null;
}

async function page({ url }) {
  const { pathname } = new URL(url);
  return (await (await caches.open(name)).match(pathname)) ?? list(await known());
}

/** Of a home's pictures one is kept, in one size: it stands for the others. */
async function picture({ url, referrer }) {
  const cache = await caches.open(name);
  const { pathname, search } = new URL(url);
  const exact = await cache.match(pathname + search);
  if (exact) return exact;
  const at = referrer ? new URL(referrer).pathname : '';
  const home = (await known())?.homes.find((one) => one.href === at);
  return (home?.picture && (await cache.match(home.picture))) || Response.error();
}

const safe = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The saved homes as a page that needs nothing else. */
function list(kept) {
  const { lang, title, text, none, homes } = kept ?? { lang: 'en', title: 'You are offline', text: '', none: '', homes: [] };
  const rows = homes.map(
    (one) =>
      `<li><a href="${safe(one.href)}">${one.picture ? `<img src="${safe(one.picture)}" alt="" width="96" height="72">` : ''}<span><b>${safe(one.title)}</b><br>${safe(one.price)}<br><small>${safe(one.place)}</small></span></a></li>`,
  );
  const style =
    ':root{color-scheme:light dark}body{font:16px/1.45 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:20px 16px}h1{font-size:1.25rem}ul{list-style:none;padding:0;display:grid;gap:14px}a{display:flex;gap:12px;color:inherit;text-decoration:none;min-height:72px}img{border-radius:10px;object-fit:cover;flex:none}';
  const body = `<!DOCTYPE html><html lang="${safe(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${safe(title)}</title><style>${style}</style></head><body><main><h1>${safe(title)}</h1><p>${safe(homes.length > 0 ? text : none)}</p><ul>${rows.join('')}</ul></main></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
  };
  return new Response(body, { headers });
}
