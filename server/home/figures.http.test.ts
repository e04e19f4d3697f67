import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBookingBoardFilter } from '#contract/booking/board.ts';
import { bookingCalls } from '#contract/booking/calls.ts';
import { homeCalls } from '#contract/home/calls.ts';
import { type HomeFigure, homeFigures } from '#contract/home/figures.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { tenancyCalls } from '#contract/tenancy/calls.ts';
import { endingWithinDays } from '#contract/tenancy/kinds.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { makeApp } from '#server/app.ts';
import { sendRequest, signInOverHttp } from '#test/client.ts';
import { createTestServices, type TestServices } from '#test/db.ts';

const lists: Record<HomeFigure, CallShape> = {
  properties: propertyCalls.list,
  pending: propertyCalls.list,
  rejected: propertyCalls.list,
  occupied: unitCalls.list,
  live: listingCalls.list,
  lived_in: tenancyCalls.list,
  ending: tenancyCalls.list,
  starting: tenancyCalls.list,
  tours: tourCalls.list,
  asked: invoiceCalls.list,
  late: invoiceCalls.list,
  frozen: bookingCalls.list,
};
const roles = ['superadmin', 'admin', 'subadmin', 'owner', 'agent'] as const;

let services: TestServices;
let app: FastifyInstance;
const tokens = new Map<string, string>();
const get = async (role: string, url: string) => {
  const token = tokens.get(role) ?? (await signInOverHttp(app, `${role}@makao.test`, 'Karibu-2026!')).token;
  tokens.set(role, token);
  const { status, json } = await sendRequest(app, url, { token });
  expect({ url, status }).toEqual({ url, status: 200 });
  return json;
};
const rowsOf = (role: string, call: CallShape, filter: Readonly<Record<string, string>>) => {
  const asked = Object.entries(filter).map(([name, value]) => `&z_filter[${name}]=${value}`);
  return get(role, `${call.path}?page=1&page_size=100${asked.join('')}`);
};
const countOf = async (role: string, figure: HomeFigure): Promise<number> => (await rowsOf(role, lists[figure], homeFigures[figure].filter)).count;
const overview = (role: string) => get(role, homeCalls.overview.path);
const counts = (role: string) => get(role, tenancyCalls.countByStatus.path);

beforeAll(async () => {
  services = await createTestServices('demo');
  // Two invoices for every occupied tenancy: one of this month, partly paid, and one overdue.
  await sql`with made as (insert into invoice (company_id, property_id, unit_id, tenancy_id, tenant_id, fund, kind, issued_on, due_on, total_cents, paid_cents, token)
      select p.company_id, t.property_id, t.unit_id, t.id, (select tenant_id from tenancy_person x where x.tenancy_id = t.id order by x.id limit 1), 'M', 'ad_hoc',
        d.due - 5, d.due, 2000000 + t.id, d.paid, md5(t.id::text || d.due::text) || md5(d.due::text)
      from tenancy t join property p on p.id = t.property_id, (values (app.today(), 700000::bigint), ((date_trunc('month', app.today()) - interval '10 days')::date, 0::bigint)) d(due, paid)
      where t.status = 'active' returning id) select count(*) from made`.execute(services.database.db);
  app = await makeApp(services, null);
});
afterAll(() => app.close());

describe('home figures', () => {
  test.each(roles)('%s: the numbers of properties, units and listings equal the lengths of their lists', async (role) => {
    const { portfolio } = await overview(role);
    for (const figure of ['properties', 'pending', 'rejected', 'occupied', 'live'] as const)
      expect({ figure, count: portfolio[figure] }).toEqual({ figure, count: await countOf(role, figure) });
    expect(portfolio.occupied).toBeGreaterThan(0);
  });

  test.each(roles)('%s: the numbers of current, ending and starting tenancies equal the lengths of their lists, also by month', async (role) => {
    const counted = await counts(role);
    for (const figure of ['lived_in', 'ending', 'starting'] as const)
      expect({ figure, count: counted[figure] }).toEqual({ figure, count: await countOf(role, figure) });
    const months = await Promise.all(endingWithinDays.map(async (ending) => [ending, (await rowsOf(role, tenancyCalls.list, { ending })).count]));
    expect(counted.ending_in).toEqual(Object.fromEntries(months));
    expect(months.reduce((sum, [, count]) => sum + count, 0)).toBe(counted.ending);
    expect(counted.lived_in).toBeGreaterThan(0);
  });

  test.each(roles)('%s: the number of bookings in each column of the board equals the length of its list', async (role) => {
    const { columns } = await get(role, bookingCalls.listByColumn.path);
    for (const { column, count } of columns) {
      const { status, stage } = getBookingBoardFilter(column);
      const list = await rowsOf(role, bookingCalls.list, { status, ...(stage ? { stage } : {}) });
      expect({ column, count }).toEqual({ column, count: list.count });
    }
  });
});

test('home figures: tours of the week include only requested or confirmed tours within the next seven days', async () => {
  const { results, count } = await rowsOf('owner', tourCalls.list, homeFigures.tours.filter);
  expect(count).toBeGreaterThan(0);
  for (const one of results) expect(['requested', 'confirmed']).toContain(one.status);
  const [first] = results;
  const at = async (when: string, status = 'confirmed') => {
    await sql`update tour set starts_at = ${sql.raw(when)}, ends_at = ${sql.raw(when)} + interval '30 minutes', status = ${status} where id = ${first.id}`.execute(
      services.database.db,
    );
    return countOf('owner', 'tours');
  };
  expect(await at(`app.now() + interval '6 days'`)).toBe(count);
  expect(await at(`app.now() + interval '7 days'`)).toBe(count - 1);
  expect(await at(`app.now() - interval '1 hour'`)).toBe(count - 1);
  expect(await at(`app.now() + interval '1 day'`, 'canceled')).toBe(count - 1);
});

describe('home page: occupancy of twelve months', () => {
  test.each(['superadmin', 'owner'])('%s: has twelve months and ends with the number of units occupied by a tenancy now', async (role) => {
    const { months, portfolio } = await overview(role);
    expect(months).toHaveLength(12);
    expect(months.at(-1).lived_in).toBe(portfolio.occupied);
  });

  test('each month starts with the previous total, adds move-ins and subtracts move-outs', async () => {
    const { months } = await overview('superadmin');
    for (const [at, one] of months.entries())
      if (at > 0) expect(one.lived_in, one.month).toBe(months[at - 1].lived_in + one.moved_in - one.moved_out);
    expect(months.some((one: { moved_out: number }) => one.moved_out > 0)).toBe(true);
  });

  test('does not count a released reservation as a move-in or move-out', async () => {
    const { months } = await overview('owner');
    await sql`insert into stay (company_id, property_id, unit_id, tenancy_id, during, released_at)
      select company_id, property_id, unit_id, tenancy_id, daterange(app.today() - 40, null), app.now() from stay
      where tenancy_id is not null and company_id = (select company_id from person where email = 'owner@makao.test') limit 1`.execute(
      services.database.db,
    );
    expect((await overview('owner')).months).toEqual(months);
  });

  test("an agent's chart excludes tenancies that no mandate of the agent covers", async () => {
    const [{ months, portfolio }, { lived_in }] = await Promise.all([overview('agent'), counts('agent')]);
    expect(months.at(-1).lived_in).toBe(lived_in);
    expect(lived_in).toBeLessThan(portfolio.occupied);
    // The tiles of a row cover the same units: those missing from the tenancies are shown separately, and the unit says so too.
    expect(months.at(-1).lived_in + portfolio.kept).toBe(portfolio.occupied);
    expect((await overview('owner')).portfolio.kept).toBe(0);
    const { results } = await rowsOf('agent', unitCalls.list, homeFigures.occupied.filter);
    const stays = await Promise.all(results.map((unit: { id: number }) => get('agent', `${tenancyCalls.listUnitStays.path}?unit_id=${unit.id}`)));
    expect(stays.some(({ kept }) => kept)).toBe(true);
    for (const { kept, results: there } of stays) expect(kept).toBe(!there.some((one: { released: boolean }) => !one.released));
  });

  test('is hidden from readers without access to tenancies', async () => {
    expect((await overview('tenant')).months).toEqual([]);
  });
});

test.each(['owner', 'agent'] as const)(
  'home figures of %s: billed, collected and overdue amounts equal the sums of the linked invoices',
  async (role) => {
    const found = await get(role, homeCalls.moneyFigures.path);
    const sums = async (filter: Readonly<Record<string, string>>) => {
      const rows = [];
      for (let page = 1; ; page += 1) {
        const asked = Object.entries(filter).map(([name, value]) => `&z_filter[${name}]=${value}`);
        const { results, count } = await get(role, `${invoiceCalls.list.path}?page=${page}&page_size=100${asked.join('')}`);
        rows.push(...results);
        if (rows.length >= count)
          return rows as { status: number; total_cents: number; credited_cents: number; paid_cents: number; open_cents: number }[];
      }
    };
    const month = (await sums({ day_from: found.from, day_to: found.to })).filter(({ status }) => status !== 4);
    expect(found.asked_cents).toBe(month.reduce((all, one) => all + one.total_cents - one.credited_cents, 0));
    const came = await get(role, `${invoiceCalls.totals.path}?z_filter[came_from]=${found.from}&z_filter[came_to]=${found.to}`);
    expect(found.came_cents).toBe(came.came_cents);
    const late = await sums(homeFigures.late.filter);
    expect([found.late, found.late_cents]).toEqual([late.length, late.reduce((all, one) => all + one.open_cents, 0)]);
    expect(found.months).toHaveLength(12);
    // The owner must have invoices, so that zero is not compared with zero.
    if (role !== 'owner') return;
    expect(found.asked_cents).toBeGreaterThan(0);
    expect(found.late_cents).toBeGreaterThan(0);
  },
);
