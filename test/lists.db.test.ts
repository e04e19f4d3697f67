import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { declaredLists } from '#contract/lists.ts';
import { addDays } from '#contract/time/days.ts';
import { demoAccounts } from '#server/db/demo/accounts.ts';
import { run } from '#server/http/registry.ts';
import { type Me, nobody, Refusal } from '#server/kernel/ctx.ts';
import { meNow } from '#server/kernel/me.ts';
import { routesOf } from '#server/rooms.ts';
import { freshHouse, type House } from '#test/db.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let house: House;
let agent: number;
const people = new Map<string, Me>();
beforeAll(async () => {
  house = await freshHouse('demo');
  const { rows } = await house.database.pool.query<{ id: string; email: string; user_type: number }>('select id, email, user_type from person');
  for (const { email } of demoAccounts)
    people.set(email, (await meNow(house.database.db, Number(rows.find((r) => r.email === email)?.id))) ?? nobody);
  agent = Number(rows.find(({ email }) => email === 'agent@makao.test')?.id);
});
afterAll(() => house.database.close());

type Answer = { readonly count: number; readonly results: readonly unknown[]; readonly tabs?: Record<string, number> };
/** What somebody is shown; null where they may not look. */
async function ask(path: string, me: Me, query: Record<string, unknown>): Promise<Answer | null> {
  const route = routesOf(house).find(({ call }) => call.path === path);
  if (!route) throw new Error(`no call at ${path}`);
  const given = { ...('id' in (route.call.query?.shape ?? {}) ? { id: agent } : {}), ...query };
  try {
    return (await run(route, house.database.db, me, { requestId: 'lists', ip: '', agent: '' }, { query: given })) as Answer;
  } catch (problem) {
    if (problem instanceof Refusal && (problem.failure === 'forbidden' || problem.failure === 'notFound')) return null;
    throw problem;
  }
}

const readers = ['superadmin@makao.test', 'subadmin@makao.test', 'owner@makao.test'];
const tabbed = Object.entries(declaredLists).flatMap(([path, { tabs }]) => (typeof tabs === 'string' ? [{ path, field: tabs }] : []));

async function counted(path: string, me: Me, others: Record<string, string>): Promise<Record<string, number> | null> {
  if (path !== '/api/v2/unit/fetch_units/') return (await ask(path, me, { page: 1, tabs: 'true', z_filter: others }))?.tabs ?? null;
  const answer = (await ask('/api/v2/unit/count_units/', me, { z_filter: others })) as unknown as {
    by_status: Record<string, number>;
    all: number;
  } | null;
  return answer && { ...answer.by_status, all: answer.all };
}

/** Lists the demo has no rows of: their tabs are all nought. */
const unseen = new Set(['/api/v2/careers/applications/', '/api/v2/notification/broadcasts/']);

describe('a tab says what opening it shows', () => {
  test.each(tabbed)('$path', async ({ path, field }) => {
    let rows = 0;
    for (const email of readers) {
      const me = people.get(email) ?? nobody;
      const tabs = await counted(path, me, {});
      if (!tabs) continue;
      const { all = -1, ...states } = tabs;
      expect((await ask(path, me, { page: 1 }))?.count, `${email} all`).toBe(all);
      for (const [state, count] of Object.entries(states))
        expect((await ask(path, me, { page: 1, z_filter: { [field]: state } }))?.count, `${email} ${state}`).toBe(count);
      // The open tab changes none of the numbers.
      const [first] = Object.keys(states);
      if (first) expect(await counted(path, me, { [field]: first }), `${email} with ${first} open`).toEqual(tabs);
      rows += all;
    }
    expect(rows > 0).toBe(!unseen.has(path));
  });
});

const dated = Object.entries(declaredLists).flatMap(([path, { days, tabs }]) =>
  'none' in days ? [] : [{ path, from: days[0], to: days[1], tabbed: typeof tabs === 'string' }],
);

describe('from a day to a day', () => {
  test.each(dated)('$path', async ({ path, from, to }) => {
    const me = people.get('superadmin@makao.test') ?? nobody;
    const of = async (z_filter: Record<string, string>) => (await ask(path, me, { page: 1, z_filter }))?.count ?? -1;
    const [first, last] = ['2000-01-01', '2100-01-01'];
    const within = await of({ [from]: first, [to]: last });
    expect(within).toBeGreaterThanOrEqual(0);
    expect(within).toBeLessThanOrEqual(await of({}));
    expect(await of({ [from]: last })).toBe(0);
    expect(await of({ [to]: first })).toBe(0);
    // Both days count, and neither those before nor those after: what is left of a day is what it adds.
    const day = '2026-11-01';
    const [before, after] = [await of({ [from]: first, [to]: addDays(day, -1) }), await of({ [from]: addDays(day, 1), [to]: last })];
    // What lasts several days is counted on each of them.
    expect(before + (await of({ [from]: day, [to]: day })) + after).toBeGreaterThanOrEqual(within);
  });
});
