import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { CallShape } from '#contract/kernel/call.ts';
import { readCsv } from '#contract/kernel/csv.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { declaredLists } from '#contract/lists.ts';
import { kenyanCounties } from '#contract/reference/counties.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, monthOf } from '#contract/time/days.ts';
import { demoAccounts } from '#server/db/demo/people/accounts.ts';
import { runCall } from '#server/http/registry.ts';
import { anonymousCaller, type Me, Refusal } from '#server/kernel/ctx.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { readMe } from '#server/kernel/me.ts';
import { buildCallRoutes, callTable } from '#server/modules.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { setLocaleSource } from '../words/locale.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let services: TestServices;
let routes: ReturnType<typeof buildCallRoutes>;
let agent: number;
/** Lists of one property are requested for one with meters, for the month before this. */
let measured: { property_id: number; kind: 'water'; month: string };
const people = new Map<string, Me>();
beforeAll(async () => {
  services = await createTestServices('demo');
  routes = buildCallRoutes(services);
  const { rows } = await services.database.pool.query<{ id: string; email: string; user_type: number }>('select id, email, user_type from person');
  for (const { email } of demoAccounts)
    people.set(email, (await readMe(services.database.db, Number(rows.find((r) => r.email === email)?.id))) ?? anonymousCaller);
  agent = Number(rows.find(({ email }) => email === 'agent@makao.test')?.id);
  const { property_id } = await services.database.db.selectFrom('meter').select('property_id').orderBy('id').executeTakeFirstOrThrow();
  measured = { property_id, kind: 'water', month: monthOf(addMonths(clock.today(), -1)) };
});
afterAll(() => services.database.close());

type Answer = { readonly count: number; readonly results: readonly unknown[]; readonly tabs?: Record<string, number> };
/** The list as a person sees it; null where they have no permission. */
/** Only a company with a wallet requests its own. */
const isWallet = (path: string): boolean => /^\/api\/v2\/(wallet\/(payouts|entries|deposits|export_)|settlement\/export_unit_statement\/)/.test(path);
const readerOf = (path: string): Me => people.get(isWallet(path) ? 'owner@makao.test' : 'superadmin@makao.test') ?? anonymousCaller;
async function ask<A = Answer>(path: string, me: Me, query: Record<string, unknown>): Promise<A | null> {
  const route = routes.find(({ call }) => call.path === path);
  if (!route) throw new Error(`no call at ${path}`);
  const shape = route.call.query?.shape ?? {};
  const wanted = path.startsWith('/api/v2/meter/') ? Object.entries(measured).filter(([name]) => name in shape) : [];
  const wallet = isWallet(path)
    ? await services.database.db
        .selectFrom('wallet')
        .select('id')
        .where('company_id', '=', me.companyId ?? 0)
        .executeTakeFirst()
    : undefined;
  const given = { ...('id' in shape ? { id: wallet?.id ?? agent } : {}), ...Object.fromEntries(wanted), ...query };
  try {
    return (await runCall(
      route,
      services.database.db,
      me,
      { requestId: 'lists', ip: '', agent: '' },
      { query: given, ...(route.call.body ? { body: {} } : {}) },
    )) as A;
  } catch (problem) {
    if (problem instanceof Refusal && (problem.failure === 'forbidden' || problem.failure === 'notFound')) return null;
    throw problem;
  }
}

const readers = ['superadmin@makao.test', 'subadmin@makao.test', 'owner@makao.test'];
const tabbed = Object.entries(declaredLists).flatMap(([path, { tabs }]) => (typeof tabs === 'string' ? [{ path, field: tabs }] : []));

async function counted(path: string, me: Me, others: Record<string, string>): Promise<Record<string, number> | null> {
  if (path !== '/api/v2/unit/fetch_units/') return (await ask(path, me, { page: 1, tabs: 'true', z_filter: others }))?.tabs ?? null;
  type Counted = { by_status: Record<string, number>; all: number };
  const answer = await ask<Counted>('/api/v2/unit/count_units/', me, { z_filter: others });
  return answer && { ...answer.by_status, all: answer.all };
}

/** Lists without rows in the demo, whose tabs are all zero. */
const unseen = new Set([
  '/api/v2/careers/applications/',
  '/api/v2/notification/broadcasts/',
  '/api/v2/payment/arrivals/',
  '/api/v2/payment/refunds/',
  '/api/v2/meter/queries/',
]);

/** Overdue invoices and invoices closed without payment are in several states, so the tab filters for that. */
const across = (path: string, state: string) => path === '/api/v2/invoice/all_invoices/' && (state === 'overdue' || state === 'closed');
const opened = (path: string, field: string, state: string) => (across(path, state) ? { [state]: 'true' } : { [field]: state });

describe('lists: the count of a tab equals the number of its rows', () => {
  test.each(tabbed)('in the list $path', async ({ path, field }) => {
    let rows = 0;
    for (const email of readers) {
      const me = people.get(email) ?? anonymousCaller;
      const tabs = await counted(path, me, {});
      if (!tabs) continue;
      const { all = -1, ...states } = tabs;
      expect((await ask(path, me, { page: 1 }))?.count, `${email} all`).toBe(all);
      for (const [state, count] of Object.entries(states))
        expect((await ask(path, me, { page: 1, z_filter: opened(path, field, state) }))?.count, `${email} ${state}`).toBe(count);
      // The open tab changes none of the counts.
      const [first] = Object.keys(states);
      if (first) expect(await counted(path, me, opened(path, field, first)), `${email} with ${first} open`).toEqual(tabs);
      rows += all;
    }
    expect(rows > 0).toBe(!unseen.has(path));
  });
});

const dated = Object.entries(declaredLists).flatMap(([path, { days }]) => ('none' in days ? [] : [{ path, from: days[0], to: days[1] }]));
/** Records of several days are found on each of them; all others have one moment. */
const lasting = new Set(['/api/v2/offers/all_offers/', '/api/v2/featured/all_bookings/']);
/** This list is limited to recent rows unless days are given. */
const lately = new Set(['/api/v2/notification/deliveries/']);

describe('lists: a filter by a period of days includes its first and last day', () => {
  test.each(dated)('in the list $path', async ({ path, from, to }) => {
    const me = readerOf(path);
    const of = async (z_filter: Record<string, string>) => (await ask(path, me, { page: 1, z_filter }))?.count ?? -1;
    const [first, last] = ['2000-01-01', '2100-01-01'];
    const within = await of({ [from]: first, [to]: last });
    expect(within).toBeGreaterThanOrEqual(0);
    if (!lately.has(path)) expect(within).toBeLessThanOrEqual(await of({}));
    expect(await of({ [from]: last })).toBe(0);
    expect(await of({ [to]: first })).toBe(0);
    // Both days are included, and the days before and after are not: the three counts add up to the total.
    const day = '2026-11-01';
    const [before, after] = [await of({ [from]: first, [to]: addDays(day, -1) }), await of({ [from]: addDays(day, 1), [to]: last })];
    const all = before + (await of({ [from]: day, [to]: day })) + after;
    if (lasting.has(path)) expect(all).toBeGreaterThanOrEqual(within);
    else expect(all).toBe(within);
  });

  /** The date column of each list, and a table in which a test can set the moment. */
  const moments = [
    { path: '/api/v2/property/all_properties/', from: 'day_from', to: 'day_to', row: 'property', column: 'created_at' },
    { path: '/api/v2/unit/fetch_units/', from: 'day_from', to: 'day_to', row: 'unit', column: 'status_since' },
    { path: '/api/v2/lead/all_leads/', from: 'came_from', to: 'came_to', row: 'lead', column: 'created_at' },
    { path: '/api/v2/accounts/user/fetch_users/', from: 'joined_from', to: 'joined_to', row: 'person', column: 'created_at' },
  ];
  test.each(moments)('$path counts 00:30 Nairobi time as the new Nairobi day, not the UTC day', async ({ path, from, to, row, column }) => {
    const me = people.get('superadmin@makao.test') ?? anonymousCaller;
    const on = async (day: string) => (await ask(path, me, { page: 1, z_filter: { [from]: day, [to]: day } }))?.count ?? -1;
    const first = (await ask(path, me, { page: 1 }))?.results[0] as { id: number };
    const put = (at: string) => services.database.pool.query(`update ${row} set ${column} = $1 where id = $2`, [at, first.id]);
    await put('2019-06-01T20:30:00Z');
    expect([await on('2019-06-01'), await on('2019-06-02')]).toEqual([1, 0]);
    await put('2019-06-01T21:30:00Z');
    expect([await on('2019-06-01'), await on('2019-06-02')]).toEqual([0, 1]);
  });
});

type Held = {
  readonly id: number;
  readonly company: { readonly id: number; readonly head?: { readonly id: number; readonly user_type: number } } | null;
  readonly county?: string | null;
};
const held = Object.entries(declaredLists).flatMap(([path, one]) => (one.held ? [{ path }] : []));
const properties = { path: '/api/v2/property/all_properties/' };

describe('lists: rows of many companies', () => {
  const rowsOf = async (path: string, email: string, z_filter: Record<string, unknown> = {}) =>
    ((await ask(path, people.get(email) ?? anonymousCaller, { page: 1, page_size: 50, z_filter }))?.results ?? []) as Held[];
  const codeOf = (county: string | null | undefined) => kenyanCounties.find(({ name }) => name === county)?.code;

  test.each(held)('$path filters by company and by county', async ({ path }) => {
    const rows = await rowsOf(path, 'superadmin@makao.test');
    expect(rows.length).toBeGreaterThan(0);
    const [company] = rows.flatMap((row) => row.company?.id ?? []);
    const theirs = await rowsOf(path, 'superadmin@makao.test', { company_id: company });
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.filter((row) => row.company?.id !== company)).toEqual([]);
    const [county] = rows.flatMap((row) => row.county ?? []);
    const there = await rowsOf(path, 'superadmin@makao.test', { region: codeOf(county) });
    expect(there.length).toBeGreaterThan(0);
    expect(there.filter((row) => row.county !== county)).toEqual([]);
    const elsewhere = kenyanCounties.find(({ name }) => rows.every((row) => row.county !== name));
    expect((await rowsOf(path, 'superadmin@makao.test', { region: elsewhere?.code })).filter((row) => row.county !== elsewhere?.name)).toEqual([]);
  });

  test.each([...held, properties])("$path links to a company's account holder only if the reader can open that account", async ({ path }) => {
    const pages: Readonly<Record<number, string>> = { 4: 'owner', 5: 'agent' };
    let links = 0;
    for (const email of ['superadmin@makao.test', 'subadmin@makao.test', 'dealer@makao.test']) {
      const heads = new Map((await rowsOf(path, email)).flatMap(({ company }) => (company?.head ? [[company.head.id, company.head.user_type]] : [])));
      for (const [id, type] of heads) {
        const kind = email.startsWith('dealer') ? pages[type] : 'user';
        if (!kind) continue;
        expect(
          await ask(`/api/v2/accounts/${kind}/fetch_${kind}_details/`, people.get(email) ?? anonymousCaller, { id }),
          `${email} ${id}`,
        ).not.toBeNull();
        links += 1;
      }
    }
    expect(links).toBeGreaterThan(0);
    // A company's own rows need no company column.
    expect((await rowsOf(path, 'owner@makao.test')).filter(({ company }) => company?.head)).toEqual([]);
  });
});

describe('table export: headings', () => {
  setLocaleSource(localeContext.current);
  const files = Object.values(callTable).flatMap((module) =>
    Object.values(module as Record<string, CallShape>).flatMap(({ path, result, method }) =>
      // A write returns only the record it is about.
      method === 'GET' && 'csv' in ((result as { shape?: object } | undefined)?.shape ?? {}) ? [{ path }] : [],
    ),
  );
  test('the test covers at least 13 exports', () => expect(files.length).toBeGreaterThanOrEqual(13));

  /** Exports of a period or a month need one; the general ledger needs its account too. */
  const readChosen = (path: string): Record<string, unknown> => {
    const month = monthOf(addMonths(clock.today(), -1));
    const period = { from: `${month}-01`, to: clock.today() };
    if (path === '/api/v2/ledger/export_trial_balance/') return period;
    if (path === '/api/v2/ledger/export_account/') return { ...period, fund: 'C', account: ledgerAccounts.ownerPayable };
    return path === '/api/v2/settlement/export_unit_statement/' ? { month } : {};
  };
  test.each(files)('headings of $path use the reader’s language', async ({ path }) => {
    const of = (locale: 'en' | 'sw') =>
      localeContext.run(locale, async () => {
        const file = await ask<{ csv: string }>(path, readerOf(path), readChosen(path));
        return readCsv(file?.csv ?? '')[0] ?? [];
      });
    const [english, swahili] = [await of('en'), await of('sw')];
    expect(english.length).toBeGreaterThan(2);
    // A heading begins with a capital and separates its words with spaces; the name of a column does neither.
    expect([...english, ...swahili].filter((head) => !/^\p{Lu}[^_]*$/u.test(head))).toEqual([]);
    expect(swahili.length).toBe(english.length);
    expect(swahili).not.toEqual(english);
    expect([english, swahili].map((heads) => new Set(heads).size)).toEqual([english.length, english.length]);
  });
});
