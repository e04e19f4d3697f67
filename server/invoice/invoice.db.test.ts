import { beforeAll, describe, expect, test } from 'vitest';
import { invoiceStatuses } from '#contract/invoice/kinds.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { tampered } from '#test/tampered.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { chargesVat, livedIn, putMoney, unproven } from '#test/worlds/invoices.ts';
import { type Place, place } from '#test/worlds/market.ts';
import * as acts from './acts.ts';
import { credit, voidOne, waive, writeOff } from './credit.ts';
import { create, preview } from './hand.ts';
import * as lists from './lists.ts';
import { due, look } from './look.ts';
import { details } from './one.ts';
import { drawn } from './runs/paper.ts';
import { batch, split, splitPreview } from './shared.ts';

let house: House;
let here: Place;
let tenant: Somebody;
let tenancy: number;
beforeAll(async () => {
  house = await freshHouse();
  here = await place(house);
  await chargesVat(house, here.owner.me.companyId);
  tenant = await somebody(house, 'tenant');
  tenancy = await livedIn(house, here.property, {}, tenant.id);
});
const as = <T>(who: Somebody, work: (ctx: ReturnType<typeof ctxOf>) => Promise<T>) => inTransaction(house, who, work);
const line = (unit_cents: number, more: object = {}) => ({
  kind: 'service' as const,
  label: 'Cleaning',
  qty: 1,
  unit_cents: cents(unit_cents),
  tax_code: 'A' as const,
  from: null,
  last: null,
  ...more,
});
const given = (lines: ReturnType<typeof line>[], more: object = {}) => ({
  ...{
    tenancy_id: tenancy,
    kind: 'ad_hoc' as const,
    due_on: addDays(clock.today(), 5),
    period_from: null,
    period_last: null,
    lines,
    note: '',
  },
  ...more,
});
const made = (lines: ReturnType<typeof line>[], more: object = {}) => as(here.owner, (ctx) => create(ctx, given(lines, more)));
const seen = (id: number, who: Somebody = here.owner) => details(ctxOf(house, who), { id });

describe('by hand', () => {
  test('issued in whole shillings, with tax, in the books, and told with a link that opens it', async () => {
    const asked = [line(1_000_050), line(200_000, { kind: 'rent', tax_code: 'B' }), line(-50_000, { kind: 'discount' })];
    const draft = await as(here.owner, (ctx) => preview(ctx, given(asked)));
    expect(draft).toMatchObject({ total_cents: 1_182_100, tax_cents: 32_000, duplicate: null });
    const one = await made(asked);
    expect(one).toMatchObject({
      status: 1,
      total_cents: 1_182_100,
      tax_cents: 32_000,
      open_cents: 1_182_100,
      fund: 'M',
      acts: expect.arrayContaining(['void', 'credit', 'write_off']),
    });
    expect(one.lines.map((each) => each.kind)).toEqual(['service', 'rent', 'discount', 'rounding']);
    expect(one.lines.reduce((sum, each) => sum + each.open_cents, 0)).toBe(1_182_100);
    expect(await unproven(house)).toEqual([]);
    const [, , token = ''] = /^\/auth\/(invoice)\/([^/]+)\//.exec(one.link ?? '') ?? [];
    const shown = await look(ctxOf(house, null), { id: one.id, token });
    expect(shown).toMatchObject({ code: one.code, open_cents: 1_182_100, unit: one.unit.name });
    expect(JSON.stringify(shown)).not.toMatch(/\+254/);
    await expect(look(ctxOf(house, null), { id: one.id, token: tampered(token) })).rejects.toMatchObject({ failure: 'notFound' });
    expect((await told(house, 'invoice.issued')).filter(({ to }) => to.personId === tenant.id).length).toBeGreaterThan(0);
  });
  test('who is not registered for VAT charges none', async () => {
    const other = await place(house);
    const tenancy_id = await livedIn(house, other.property);
    const asked = given([line(100_000), line(200_000, { tax_code: 'B' })], { tenancy_id });
    const refused = { extra: { fields: { 'lines.1.tax_code': expect.any(String) } } };
    await expect(as(other.owner, (ctx) => preview(ctx, asked))).rejects.toMatchObject(refused);
    await expect(as(other.owner, (ctx) => create(ctx, asked))).rejects.toMatchObject(refused);
  });
  test('what is wrong is said at its field', async () => {
    await expect(made([line(-100)])).rejects.toMatchObject({ extra: { fields: { 'lines.0.unit_cents': expect.any(String) } } });
    await expect(made([line(100), line(-5_000, { kind: 'discount' })])).rejects.toMatchObject({ extra: { fields: { lines: expect.any(String) } } });
    await expect(made([line(100)], { due_on: '2031-01-01' })).rejects.toMatchObject({ extra: { fields: { due_on: expect.any(String) } } });
    await expect(made([line(0)])).rejects.toMatchObject({ failure: 'invalid' });
  });
  test('a line that was issued does not change', async () => {
    const one = await made([line(100_000)]);
    await expect(house.database.db.updateTable('invoice_line').set({ label: 'Other' }).where('invoice_id', '=', one.id).execute()).rejects.toThrow(
      /does not change/,
    );
  });
});

describe('money on it', () => {
  test('part, all, and taken back; the receipt is told once it is paid', async () => {
    const one = await made([line(100_000), line(50_000)]);
    await putMoney(house, one.id, 120_000);
    expect(await seen(one.id)).toMatchObject({
      status: invoiceStatuses.active,
      open_cents: 30_000,
      lines: [{ open_cents: 0 }, { open_cents: 30_000 }],
    });
    await expect(as(here.owner, (ctx) => voidOne(ctx, { id: one.id, reason: 'a mistake' }))).rejects.toMatchObject({ failure: 'wrongState' });
    await putMoney(house, one.id, 30_000);
    expect(await seen(one.id)).toMatchObject({ status: invoiceStatuses.paid, open_cents: 0, paid_on: clock.today() });
    await expect(putMoney(house, one.id, 10_000).then(() => seen(one.id))).resolves.toMatchObject({ paid_cents: 150_000 });
    expect((await told(house, 'receipt')).length).toBeGreaterThan(0);
    await putMoney(house, one.id, -150_000);
    expect(await seen(one.id)).toMatchObject({ status: invoiceStatuses.unpaid, open_cents: 150_000 });
    expect(await unproven(house)).toEqual([]);
  });
  test('a paid one is shown to who has the link for sixty days', async () => {
    const one = await made([line(100_000)]);
    await putMoney(house, one.id, 100_000);
    const { token } = await house.database.db.selectFrom('invoice').select('token').where('id', '=', one.id).executeTakeFirstOrThrow();
    await look(ctxOf(house, null), { id: one.id, token });
    await house.database.db
      .updateTable('invoice')
      .set({ paid_on: addDays(clock.today(), -61) })
      .where('id', '=', one.id)
      .execute();
    await expect(look(ctxOf(house, null), { id: one.id, token })).rejects.toMatchObject({ failure: 'notFound' });
  });
});

describe('given up', () => {
  test('void mirrors the books; twice is refused', async () => {
    const one = await made([line(100_000)]);
    expect(await as(here.owner, (ctx) => voidOne(ctx, { id: one.id, reason: 'wrong home' }))).toMatchObject({
      status: 4,
      open_cents: 0,
      voided: { reason: 'wrong home' },
      link: null,
    });
    await expect(as(here.owner, (ctx) => voidOne(ctx, { id: one.id, reason: 'again' }))).rejects.toMatchObject({ failure: 'wrongState' });
    expect(await unproven(house)).toEqual([]);
  });
  test('a credit note takes what is open, then gives back what was paid', async () => {
    const one = await made([line(100_000), line(50_000)]);
    await putMoney(house, one.id, 120_000);
    const [first, second] = one.lines;
    await expect(
      as(here.owner, (ctx) => credit(ctx, { id: one.id, lines: [{ line_id: second?.id ?? 0, cents: cents(50_001) }], reason: 'too much' })),
    ).rejects.toMatchObject({ failure: 'invalid' });
    const after = await as(here.owner, (ctx) =>
      credit(ctx, {
        id: one.id,
        lines: [
          { line_id: first?.id ?? 0, cents: cents(40_000) },
          { line_id: second?.id ?? 0, cents: cents(35_000) },
        ],
        reason: 'the lift stood',
      }),
    );
    expect(after).toMatchObject({
      status: 2,
      credited_cents: 30_000,
      open_cents: 0,
      credit_notes: [{ kind: 'credit', cents: 75_000, returned_cents: 45_000 }],
    });
    await expect(
      as(here.owner, (ctx) => credit(ctx, { id: one.id, lines: [{ line_id: first?.id ?? 0, cents: cents(60_001) }], reason: 'more' })),
    ).rejects.toMatchObject({ failure: 'invalid' });
    expect(await unproven(house)).toEqual([]);
  });
  test('a write-off takes the right to income; a staff role without it is refused', async () => {
    const one = await made([line(100_000)]);
    expect(await as(here.owner, (ctx) => writeOff(ctx, { id: one.id, reason: 'moved abroad' }))).toMatchObject({
      status: 2,
      // What the credit note before this gave back was put to it when it was issued.
      paid_cents: 45_000,
      credited_cents: 55_000,
    });
    expect(await unproven(house)).toEqual([]);
    await expect(as(here.owner, (ctx) => waive(ctx, { id: one.id, reason: 'anyway' }))).rejects.toMatchObject({ failure: 'wrongState' });
  });
});

describe('who sees it', () => {
  test('its holder and who pays; a stranger, another owner and a housemate do not', async () => {
    const one = await made([line(100_000)]);
    expect(await seen(one.id, tenant)).toMatchObject({ manages: false, acts: ['dispute'], run: null });
    for (const who of [
      await somebody(house, 'owner'),
      await somebody(house, 'tenant'),
      await somebody(house, 'agent'),
      await somebody(house, 'dealer'),
    ])
      await expect(seen(one.id, who)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(as(tenant, (ctx) => voidOne(ctx, { id: one.id, reason: 'not mine' }))).rejects.toMatchObject({ failure: 'notFound' });
    const mine = await lists.mine(ctxOf(house, tenant), { page: 1, page_size: 100 });
    expect(mine.results.some(({ id }) => id === one.id)).toBe(true);
    expect((await lists.all(ctxOf(house, tenant), { page: 1, page_size: 10, sort: '-due_on' })).count).toBe(0);
    const own = await due(ctxOf(house, tenant), { tenancy_id: tenancy });
    expect(own).toMatchObject({ share_bp: 10_000, my_share_cents: own.total_cents });
  });
  test('staff without the right see nothing', async () => {
    const one = await made([line(100_000)]);
    const staff = await somebody(house, 'staff', ['tenancies.read']);
    await house.database.db.updateTable('person').set({ company_id: here.owner.me.companyId }).where('id', '=', staff.id).execute();
    await expect(seen(one.id, staff)).rejects.toMatchObject({ failure: 'notFound' });
  });
  test('a dispute is said and settled by either side', async () => {
    const one = await made([line(100_000)]);
    expect(await as(tenant, (ctx) => acts.dispute(ctx, { id: one.id, reason: 'I was away' }))).toMatchObject({
      disputed: true,
      dispute: { reason: 'I was away' },
    });
    await expect(as(tenant, (ctx) => acts.dispute(ctx, { id: one.id, reason: 'again' }))).rejects.toMatchObject({ failure: 'conflict' });
    expect(await as(here.owner, (ctx) => acts.settleDispute(ctx, { id: one.id, outcome: 'it stands' }))).toMatchObject({ disputed: false });
  });
});

describe('many', () => {
  test('lists, ages and counts agree', async () => {
    const ctx = ctxOf(house, here.owner);
    const all = await lists.all(ctx, { page: 1, page_size: 100, sort: '-due_on', tabs: true });
    expect(all.tabs?.all).toBe(all.count);
    const ages = await lists.ageing(ctx, {});
    const counts = await lists.counts(ctx, {});
    expect(ages.open_cents).toBe(counts.open_cents);
    expect(all.results.reduce((sum, one) => sum + one.open_cents, 0)).toBe(counts.open_cents);
    expect((await lists.months(ctx, {})).results).toHaveLength(12);
    expect((await lists.csv(ctx, { sort: '-due_on' })).count).toBe(all.count);
    expect(
      (await lists.all(ctx, { page: 1, page_size: 10, sort: 'open_cents', z_filter: { q: all.results[0]?.code, aged: 'current' } })).count,
    ).toBeLessThanOrEqual(1);
  });
  test('a shared cost falls on homes in whole shillings; without an area it is said which', async () => {
    const other = await livedIn(house, here.property);
    const third = await livedIn(house, here.property);
    const cost = {
      kind: 'security' as const,
      label: 'Guards',
      tax_code: 'A' as const,
      due_on: addDays(clock.today(), 5),
      from: null,
      last: null,
      cents: cents(100_000),
      weights: [],
    };
    const tenancy_ids = [tenancy, other, third];
    const shown = await as(here.owner, (ctx) => splitPreview(ctx, { ...cost, tenancy_ids, by: 'equal' }));
    expect(shown.rows.map((row) => row.cents)).toEqual([33_400, 33_300, 33_300]);
    await expect(as(here.owner, (ctx) => split(ctx, { ...cost, tenancy_ids, by: 'area' }))).rejects.toMatchObject({
      extra: { fields: { by: expect.any(String) } },
    });
    // No weight said yet: each counts for one, as its box shows. Halves are weights, too; nobody left is refused.
    const weighed = (...of: number[]) => ({
      ...{ ...cost, tenancy_ids, by: 'custom' as const },
      weights: of.map((weight, at) => ({ tenancy_id: tenancy_ids[at] ?? 0, weight })),
    });
    const parts = async (...of: number[]) => (await as(here.owner, (ctx) => splitPreview(ctx, weighed(...of)))).rows.map((row) => row.cents);
    expect(await parts()).toEqual([33_400, 33_300, 33_300]);
    expect(await parts(0.5, 1.5, 0)).toEqual([25_000, 75_000, 0]);
    expect(await parts(0.5)).toEqual([20_000, 40_000, 40_000]);
    await expect(as(here.owner, (ctx) => split(ctx, weighed(0, 0, 0)))).rejects.toMatchObject({ extra: { fields: { weights: expect.any(String) } } });
    const done = await as(here.owner, (ctx) => split(ctx, weighed(0, 3, 1)));
    expect(done).toMatchObject({ count: 2, total_cents: 100_000 });
    expect(await as(here.owner, (ctx) => batch(ctx, { ...cost, tenancy_ids }))).toMatchObject({ count: 3, total_cents: 300_000 });
    const stranger = await somebody(house, 'owner');
    await expect(as(stranger, (ctx) => batch(ctx, { ...cost, tenancy_ids }))).rejects.toMatchObject({ failure: 'notFound' });
    expect(await unproven(house)).toEqual([]);
  });
  test('papers are drawn in both languages', async () => {
    const one = await made([line(100_000, { tax_code: 'B' })]);
    await putMoney(house, one.id, 50_000);
    for (const kind of ['invoice', 'receipt'] as const) expect((await drawn(house, one.id, kind)).bytes.length).toBeGreaterThan(1000);
  });
});
