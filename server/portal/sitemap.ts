import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { fillPath } from '#contract/kernel/screen.ts';
import { linkTo, screenAddresses } from '#contract/screens.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import type { RunningServices } from '#server/kernel/services.ts';

/** Search engines accept 50,000 addresses a file; a fifth keeps a file small enough to build on request. */
export const urlsPerSitemap = 10_000;

type Row = { readonly path: string; readonly lastmod: string | null };
/** One kind of page: its count, and a range in a stable order. */
type Kind = { readonly name: string; readonly count: (db: Db) => Promise<number>; readonly rows: (db: Db, from: number) => Promise<Row[]> };

const day = (at: Date | string | null): string | null => (at === null ? null : new Date(at).toISOString());

/** Public pages without parameters, except those behind sign-in and those for machines. */
const staticPages = screenAddresses.filter(
  (a) =>
    a.layout === 'default' &&
    a.screen.needs === 'anyone' &&
    !a.screen.session &&
    !a.screen.ours &&
    !a.path.includes(':') &&
    !a.path.startsWith('/auth/'),
);

/** An address of another module in the screen table, which may not be installed. */
const pathOf = (pattern: string, params: Record<string, string | number>): string | null => {
  const address = screenAddresses.find((a) => a.path === pattern);
  return address ? fillPath(address.path, params) : null;
};
const agentPage = '/agents/:id/:slug';

const number = (rows: { rows: { n: string | number }[] }) => Number(rows.rows[0]?.n ?? 0);

/** All kinds read public_listing, the single rule of public visibility. */
const kinds: readonly Kind[] = [
  {
    name: 'pages',
    count: async () => staticPages.length,
    rows: async (_db, from) => staticPages.slice(from, from + urlsPerSitemap).map((a) => ({ path: a.path, lastmod: null })),
  },
  {
    name: 'properties',
    count: async (db) => number(await sql<{ n: string }>`select count(distinct property_id) as n from public_listing`.execute(db)),
    rows: async (db, from) => {
      const { rows } = await sql<{ id: number; slug: string; at: Date }>`
        select p.id, p.slug, p.updated_at as at from property p where exists (select 1 from public_listing l where l.property_id = p.id)
        order by p.id offset ${from} limit ${urlsPerSitemap}`.execute(db);
      return rows.map((row) => ({ path: linkTo('portal.property', 'default', { id: row.id, slug: row.slug }), lastmod: day(row.at) }));
    },
  },
  {
    name: 'units',
    count: async (db) =>
      number(await sql<{ n: string }>`select count(distinct unit_id) as n from public_listing where unit_id is not null`.execute(db)),
    rows: async (db, from) => {
      const { rows } = await sql<{ id: number; slug: string; unit_id: number; unit_slug: string; at: Date }>`
        select p.id, p.slug, u.id as unit_id, u.slug as unit_slug, greatest(u.updated_at, max(l.updated_at)) as at
        from public_listing o join listing l on l.id = o.id join unit u on u.id = o.unit_id join property p on p.id = o.property_id
        group by p.id, u.id order by u.id offset ${from} limit ${urlsPerSitemap}`.execute(db);
      return rows.map(({ at, ...params }) => ({ path: linkTo('portal.unit', 'default', params), lastmod: day(at) }));
    },
  },
  {
    name: 'agents',
    count: async (db) =>
      pathOf(agentPage, { id: 1, slug: 'x' }) ? number(await sql<{ n: string }>`select count(*) as n from (${agents}) a`.execute(db)) : 0,
    rows: async (db, from) => {
      const { rows } = await sql<{ id: number; slug: string; at: Date }>`${agents} order by id offset ${from} limit ${urlsPerSitemap}`.execute(db);
      return rows.flatMap((row) => {
        const path = pathOf(agentPage, { id: row.id, slug: row.slug });
        return path ? [{ path, lastmod: day(row.at) }] : [];
      });
    },
  },
  {
    name: 'policies',
    count: async (db) =>
      number(
        await sql<{
          n: string;
        }>`/* unscoped: public listings */ select count(*) as n from policy where deleted_at is null and status = 'published'`.execute(db),
      ),
    rows: async (db, from) => {
      const { rows } = await sql<{ id: number; slug: string; at: Date }>`
        select id, slug, updated_at as at from policy where deleted_at is null and status = 'published' order by id offset ${from} limit ${urlsPerSitemap}`.execute(
        db,
      );
      return rows.map((row) => ({ path: linkTo('policy.read', 'default', { id: row.id, slug: row.slug }), lastmod: day(row.at) }));
    },
  },
];

/** Public agents: verified and active (as server/search shows them). */
const agents = sql`
  /* unscoped: public listings */ select id, coalesce(nullif(trim(both '-' from lower(regexp_replace(name, '[^a-zA-Z0-9]+', '-', 'g'))), ''), 'agent') as slug, updated_at as at
  from person where user_type = 5 and verified_status = 'verified' and is_active and closed_at is null`;

const escaped = (text: string): string => text.replace(/[<>&'"]/g, (c) => `&#${c.charCodeAt(0)};`);
const xml = (root: string, item: string, rows: readonly { loc: string; lastmod: string | null }[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows
    .map((row) => `<${item}><loc>${escaped(row.loc)}</loc>${row.lastmod ? `<lastmod>${row.lastmod}</lastmod>` : ''}</${item}>\n`)
    .join('')}</${root}>\n`;

/** /sitemap.xml names the files, /sitemaps/units-2.xml.gz is one of them. Pages of ended listings are in none of them. */
export async function sitemapRoutes(app: FastifyInstance, services: RunningServices): Promise<void> {
  const { appUrl } = services.env;
  const { db } = services.database;

  app.get('/sitemap.xml', async (_request, reply) => {
    const counted = await Promise.all(kinds.map(async (kind) => ({ kind, files: Math.ceil((await kind.count(db)) / urlsPerSitemap) })));
    const files = counted.flatMap(({ kind, files }) =>
      Array.from({ length: files }, (_, at) => ({ loc: `${appUrl}/sitemaps/${kind.name}-${at + 1}.xml.gz`, lastmod: null })),
    );
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/xml; charset=utf-8')
      .send(xml('sitemapindex', 'sitemap', files));
  });

  app.get<{ Params: { file: string } }>('/sitemaps/:file', async (request, reply) => {
    const [, name, number = '0'] = /^([a-z]+)-(\d{1,4})\.xml\.gz$/.exec(request.params.file) ?? [];
    const kind = kinds.find((one) => one.name === name);
    const rows = kind && Number(number) > 0 ? await kind.rows(db, (Number(number) - 1) * urlsPerSitemap) : [];
    if (rows.length === 0) return reply.code(404).send({ error: 'Not Found', message: sentence('pageNotFound') });
    const text = xml(
      'urlset',
      'url',
      rows.map((row) => ({ loc: appUrl + row.path, lastmod: row.lastmod })),
    );
    // The file is stored compressed, so the response has no content-encoding.
    return reply.header('cache-control', 'public, max-age=300').type('application/gzip').send(gzipSync(text));
  });

  app.get('/robots.txt', async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /dashboard/\nDisallow: /auth/\nDisallow: /api/\nDisallow: /enquire\n\nSitemap: ${appUrl}/sitemap.xml\n`),
  );
}
