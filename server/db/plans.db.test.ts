import pg from 'pg';
import utils from 'pg/lib/utils.js';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readSessionById } from '#server/identity/session.ts';
import { anonymousCaller, Refusal } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { createTestServices, getDatabaseUrl, type TestServices } from '#test/db.ts';
import { runCall } from '../http/registry.ts';
import { buildCallRoutes } from '../modules.ts';
import { demoAccounts } from './demo/people/accounts.ts';
import { customPlanMark } from './named-statements.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/**
 * Prepared statements have a risk: after five runs PostgreSQL may use one plan for all values. This test plans the statements of the hot lists both
 * ways. A plan for all values must not read many times the blocks of a plan for the actual values. A statement that fails adds `customPlanMark` to
 * its text (`.modifyEnd(sql.raw(customPlanMark))`) and is planned on each run.
 */
const worse = 5;
/** A plan that reads at most this many blocks is cheap enough in any case. */
const cheap = 60;

type Said = { readonly text: string; readonly values: readonly unknown[] };
let services: TestServices;
let planner: pg.Client;
const heard = new Map<string, Said>();

beforeAll(async () => {
  services = await createTestServices('demo');
  planner = new pg.Client({ connectionString: getDatabaseUrl(services) });
  await planner.connect();
  await planner.query('analyze');
  for (const pool of [services.database.pool, services.database.reads]) pool.on('acquire', overhear);
});
afterAll(async () => {
  await planner.end();
  await services.database.close();
});

const overheard = new WeakSet<pg.PoolClient>();
function overhear(client: pg.PoolClient): void {
  if (overheard.has(client)) return;
  overheard.add(client);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const ear = (...args: unknown[]) => {
    const [text, values] = args;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) heard.set(`${text}${JSON.stringify(values)}`, { text, values });
    return query(...args);
  };
  client.query = ear as typeof client.query;
}

const literal = (value: unknown): string => {
  const given = utils.prepareValue(value);
  return given === null ? 'null' : pg.escapeLiteral(String(given));
};

/**
 * The number of blocks a statement reads with a custom plan, with a generic plan, or with the plan that PostgreSQL chooses after running with
 * `first`.
 */
async function blocks(
  { text, values }: Said,
  plan: 'force_custom_plan' | 'force_generic_plan' | 'auto',
  first: readonly Said[] = [],
): Promise<number> {
  const execute = (given: readonly unknown[]) => `execute asked(${given.map(literal).join(', ')})`;
  await planner.query('begin');
  try {
    await planner.query(`set local plan_cache_mode = ${plan}`);
    await planner.query(`prepare asked as ${text}`);
    for (const said of first) await planner.query(`explain ${execute(said.values)}`);
    const explained = `explain (analyze, buffers, format json) ${execute(values)}`;
    const { rows } = await planner.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(explained);
    const top = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
    return ['Shared Hit Blocks', 'Shared Read Blocks', 'Temp Read Blocks', 'Temp Written Blocks'].reduce((sum, kind) => sum + (top[kind] ?? 0), 0);
  } finally {
    await planner.query('rollback');
    await planner.query('deallocate all');
  }
}

/** The statements that must not be named, one line for each. */
async function trapped(statements: readonly Said[]): Promise<string[]> {
  const found: string[] = [];
  for (const said of statements) {
    if (said.text.includes(customPlanMark)) continue;
    const custom = await blocks(said, 'force_custom_plan');
    const isWorse = (touched: number) => touched > worse * Math.max(custom, cheap);
    if (!isWorse(await blocks(said, 'force_generic_plan'))) continue;
    // PostgreSQL compares the plans after five runs, and never uses a generic plan that it estimates as too expensive.
    for (const other of statements.filter(({ text }) => text === said.text)) {
      const settled = await blocks(said, 'auto', Array(5).fill(other));
      if (isWorse(settled)) found.push(`${settled} blocks instead of ${custom}: ${said.text} with ${JSON.stringify(said.values)}`);
    }
  }
  return found;
}

const place = (name: string) =>
  planner.query<{ id: number }>('select id from location where name = $1 limit 1', [name]).then(({ rows }) => rows[0]?.id ?? 1);

describe('query plans', () => {
  const lists: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
    '/api/v2/lead/all_leads/': [{ page: 1 }, { page: 3 }, { page: 1, tabs: 'true' }, { page: 1, z_filter: { status: 'new' } }],
    '/api/v2/unit/fetch_units/': [{ page: 1 }, { page: 1, z_filter: { rent_from: '100', rent_to: '5000000' } }],
    '/api/v2/property/all_properties/': [
      { page: 1, tabs: 'true' },
      { page: 1, z_filter: { day_from: '2026-10-01' } },
      { page: 1, z_filter: { name: 'apartments' } },
    ],
    '/api/v2/listing/all_listings/': [
      { page: 1, tabs: 'true' },
      { page: 1, z_filter: { day_from: '2026-10-01', day_to: '2026-10-02' } },
      { page: 1, z_filter: { status: 'live' } },
      { page: 1, z_filter: { min: '100', max: '900000000' } },
    ],
    '/api/v2/notification/fetch_all_notifications/': [{ page: 1 }],
    '/api/v2/notification/latest_notifications/': [{ page: 1 }],
    '/api/v2/notification/fetch_notifications_count/': [{}],
    '/api/v2/policy/menu_policies/': [{ page: 1 }],
  };

  test.each(demoAccounts.map(({ email }) => email))('the lists that %s can read use plans that are efficient for all values', async (email) => {
    heard.clear();
    const { rows } = await planner.query<{ id: string }>('select id from person where email = $1', [email]);
    const me = await readMe(services.database.db, Number(rows[0]?.id));
    let answered = 0;
    for (const [path, queries] of Object.entries(lists)) {
      const route = buildCallRoutes(services).find(({ call }) => call.path === path);
      if (!route) throw new Error(`no call at ${path}`);
      // Lists that the account has no permission to read are skipped.
      for (const query of queries)
        await runCall(route, services.database.db, me ?? anonymousCaller, { requestId: 'plans', ip: '', agent: '' }, { query }).then(
          () => (answered += 1),
          (problem) => {
            if (!(problem instanceof Refusal && problem.failure === 'forbidden')) throw problem;
          },
        );
    }
    expect(answered).toBeGreaterThan(0);
    expect(heard.size).toBeGreaterThan(0);
    expect(await trapped([...heard.values()])).toEqual([]);
  });

  test('public search, the map and the session query use plans that are efficient for all values', async () => {
    heard.clear();
    const [much, little] = [await place('Nairobi'), await place('Turkana')];
    const box = (d: number) => `${36.8 - d},${-1.28 - d},${36.8 + d},${-1.28 + d}`;
    const asked: Readonly<Record<string, readonly Record<string, string>[]>> = {
      '/api/v2/search/listings/': [
        ...['newest', 'price', 'best'].flatMap((sort) => [
          { type: 'rent', sort },
          { type: 'rent', sort, place: String(much), beds: '2', min: '10000', max: '90000' },
          { type: 'rent', sort, place: String(little), min: '1', max: '2' },
        ]),
        { type: 'buy', min: '1000000' },
        { q: '2 bedroom kilimani under 90k' },
        { q: 'zzz' },
      ],
      '/api/v2/search/facets/': [{ type: 'rent' }, { type: 'rent', place: String(little), min: '1', max: '2' }],
      '/api/v2/map/listings/': [
        { type: 'rent', bbox: box(0.01), zoom: '15' },
        { type: 'rent', bbox: box(0.5), zoom: '11' },
        { type: 'rent', bbox: '33,-5,42,5', zoom: '6' },
      ],
    };
    for (const [path, queries] of Object.entries(asked)) {
      const route = buildCallRoutes(services).find(({ call }) => call.path === path);
      if (!route) throw new Error(`no call at ${path}`);
      for (const query of queries) await runCall(route, services.database.db, anonymousCaller, { requestId: 'plans', ip: '', agent: '' }, { query });
    }
    await readSessionById(services.database, 1);
    expect(heard.size).toBeGreaterThan(15);
    expect(await trapped([...heard.values()])).toEqual([]);
  });

  test('a plan that is inefficient for some values is reported, unless the query is marked for a custom plan', async () => {
    await planner.query(`create table skewed as select n as id, case when n % 5000 = 0 then 'rare' else 'common' end as kind, repeat('x', 100) as rest
      from generate_series(1, 50000) n`);
    await planner.query('alter table skewed add primary key (id)');
    await planner.query('create index on skewed (kind)');
    await planner.query('analyze skewed');
    const text = 'select rest from skewed where kind = $1 order by id limit 10';
    expect(await trapped([{ text, values: ['rare'] }])).toEqual([expect.stringMatching(/^\d+ blocks instead of \d+: select rest from skewed/)]);
    expect(await trapped([{ text: `${text} ${customPlanMark}`, values: ['rare'] }])).toEqual([]);
  });
});
