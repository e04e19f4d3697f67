/**
 * Keeps a tenant's saved homes readable without a network. The page names them (web/finding/keep.ts); they are fetched as a stranger would,
 * so nothing of an account is kept but which homes were saved. Keeps the pages of inspections that were taken along, with the scripts they
 * are made of (web/inspection/take.ts): those are their person's own. Signing out deletes both. What it does not know goes by as if it were
 * not there. The server writes the build's VERSION before it (server/pages/offline.ts).
 */
/* global VERSION */
const name = `kept-${VERSION}`;
const listAt = '/kept-homes.json';
// Outlives a build: its pages go with the scripts that lie beside them.
const taken = 'taken';
const takenAt = '/taken-inspections.json';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => {
  const old = async () => {
    for (const key of await caches.keys()) if (key.startsWith('kept-') && key !== name) await caches.delete(key);
    await self.clients.claim();
  };
  event.waitUntil(old());
});

self.addEventListener('message', (event) => {
  const { type, kept, taken: given, href } = event.data ?? {};
  const work = { keep: () => keep(kept), take: () => take(given), leave: () => leave(href), forget }[type];
  if (!work) return;
  const done = () => event.ports[0]?.postMessage('kept');
  event.waitUntil(work().then(done, done));
});

/** Whoever signs out while homes are still being fetched for them: what is under way stops, and what it wrote in the meantime goes. */
let told = 0;
async function forget() {
  told++;
  for (const key of await caches.keys()) await caches.delete(key);
}

/** The page as its person sees it, and what it is made of: what it names, and what it had fetched when it was taken. */
async function take({ href, title, parts }) {
  const cache = await caches.open(taken);
  const answer = await fetch(href, { credentials: 'same-origin' }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const text = await answer.clone().text();
  await cache.put(href, answer);
  const named = [...text.matchAll(/["'](\/assets\/[^"'\s\\]+)/g)].map((found) => found[1]);
  for (const url of new Set([...named, ...parts])) {
    if (await cache.match(url)) continue;
    const part = await fetch(url).catch(() => null);
    if (part?.ok) await cache.put(url, part);
  }
  const others = (await takenPages()).filter((one) => one.href !== href);
  await cache.put(takenAt, new Response(JSON.stringify([...others, { href, title }])));
}

/** With the last page what pages are made of goes too. */
async function leave(href) {
  const others = (await takenPages()).filter((one) => one.href !== href);
  if (others.length === 0) return void (await caches.delete(taken));
  const cache = await caches.open(taken);
  await cache.delete(href);
  await cache.put(takenAt, new Response(JSON.stringify(others)));
}

async function takenPages() {
  const answer = await (await caches.open(taken)).match(takenAt);
  return answer ? answer.json() : [];
}

const urlsOf = ({ href, picture }) => [href, picture].filter(Boolean);

/**
 * A new list takes the place of the old one, whoever's that was. A home that stands in both as it stood, by what is shown of it and
 * by when it was changed, is not fetched again: one heart costs one page and one picture, not fifty. A picture's address is its own.
 */
async function keep(kept) {
  const mine = ++told;
  const before = await known();
  const cache = await caches.open(name);
  if (mine !== told) return;
  const stood = new Set(before?.lang === kept.lang ? before.homes.map((home) => JSON.stringify(home)) : []);
  const same = kept.homes.filter((home) => stood.has(JSON.stringify(home))).flatMap(urlsOf);
  const stays = new Set([...same, ...kept.homes.map((home) => home.picture)]);
  for (const url of before?.homes.flatMap(urlsOf) ?? []) if (!stays.has(url)) await cache.delete(url);
  await cache.put(listAt, new Response(JSON.stringify(kept), { headers: { 'content-type': 'application/json' } }));
  for (const url of kept.homes.flatMap(urlsOf)) {
    if (await cache.match(url)) continue;
    const answer = await fetch(url, { credentials: 'omit' }).catch(() => null);
    if (mine !== told) return;
    if (answer?.ok && !answer.redirected) await cache.put(url, answer);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => page(request)));
  else if (request.destination === 'image') event.respondWith(fetch(request).catch(() => picture(request)));
  else if (['script', 'style', 'font'].includes(request.destination)) event.respondWith(fetch(request).catch(() => part(request)));
});

async function part({ url }) {
  const { pathname, search } = new URL(url);
  return (await (await caches.open(taken)).match(pathname + search, { ignoreVary: true })) ?? Response.error();
}

async function known() {
  const answer = await (await caches.open(name)).match(listAt);
  return answer ? answer.json() : null;
}

async function page({ url }) {
  const { pathname } = new URL(url);
  const own = await (await caches.open(taken)).match(pathname, { ignoreVary: true });
  return own ?? (await (await caches.open(name)).match(pathname)) ?? list(await known(), await takenPages());
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

/** The inspections that were taken along and the saved homes as a page that needs nothing else. */
function list(kept, pages) {
  const { lang, title, text, none, homes } = kept ?? { lang: 'en', title: 'You are offline', text: '', none: '', homes: [] };
  const own = pages.map((one) => `<li><a href="${safe(one.href)}"><span><b>${safe(one.title)}</b></span></a></li>`);
  const rows = homes.map(
    (one) =>
      `<li><a href="${safe(one.href)}">${one.picture ? `<img src="${safe(one.picture)}" alt="" width="96" height="72">` : ''}<span><b>${safe(one.title)}</b><br>${safe(one.price)}<br><small>${safe(one.place)}</small></span></a></li>`,
  );
  const style =
    ':root{color-scheme:light dark}body{font:16px/1.45 system-ui,sans-serif;margin:0 auto;max-width:40rem;padding:20px 16px}h1{font-size:1.25rem}ul{list-style:none;padding:0;display:grid;gap:14px}a{display:flex;gap:12px;color:inherit;text-decoration:none;min-height:72px}img{border-radius:10px;object-fit:cover;flex:none}';
  const body = `<!DOCTYPE html><html lang="${safe(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${safe(title)}</title><style>${style}</style></head><body><main><h1>${safe(title)}</h1><p>${safe(homes.length > 0 ? text : none)}</p><ul>${[...own, ...rows].join('')}</ul></main></body></html>`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
  };
  return new Response(body, { headers });
}
