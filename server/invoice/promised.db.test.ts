import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accounts } from '#contract/ledger/accounts.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, monthStart } from '#contract/time/days.ts';
import { record } from '#server/collection/record.ts';
import { balance } from '#server/ledger/service.ts';
import { reverse } from '#server/matching/desk.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction } from '#test/world.ts';
import { chargesVat, livedIn } from '#test/worlds/invoices.ts';
import { type Place, place } from '#test/worlds/market.ts';
import { billed, unproven } from '#test/worlds/payments.ts';
import { credit, voidOne, waive } from './credit.ts';
import { setPolicy } from './fees.ts';
import * as lists from './lists.ts';
import { look } from './look.ts';
import { details } from './one.ts';
import { paymentsOf } from './runs/paper.ts';
import { workOnRun } from './runs/run.ts';
import { run, runPreview, runStart } from './runs/runs.ts';
import { setting } from './setting.ts';
import { split, splitPreview } from './shared.ts';

let house: House;
let here: Place;
const as = <T>(work: (ctx: ReturnType<typeof ctxOf>) => Promise<T>, who = here.owner) => inTransaction(house, who, work);
const seen = (id: number) => details(ctxOf(house, here.owner), { id });
const invoice = (id: number) => house.database.db.selectFrom('invoice').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const paid = (tenancyId: number, sum: number, external: string) =>
  as((ctx) => record(ctx, { how: 'bank', external, note: '', tenancy_id: tenancyId, cents: cents(sum), on: clock.today() }));
beforeAll(async () => {
  house = await freshHouse();
  here = await place(house);
});
afterEach(() => setClock(house, null));

describe('a run', () => {
  test('is previewed with the day it will be due on; a due day that is past is said', async () => {
    await setClock(house, '2027-03-18T05:00:00Z');
    const { property, owner } = await place(house);
    const tenancy = await livedIn(house, property, { opening: { balance_cents: 0, deposit_held_cents: 0, as_of: '2027-02-25' } });
    const month = monthStart(clock.today());
    const asked = { month, page: 1, page_size: 50, z_filter: { warning: 'makes' as const } };
    const shown = await as((ctx) => runPreview(ctx, asked), owner);
    expect(shown.results).toMatchObject([{ tenancy: { id: tenancy }, due_on: '2027-03-18', warnings: ['past_due'] }]);
    const started = await as((ctx) => runStart(ctx, { month, property_id: null, except: [] }), owner);
    await workOnRun(house.database.db, started.id);
    const [row] = await house.database.db.selectFrom('invoice').select(['due_on', 'total_cents']).where('tenancy_id', '=', tenancy).execute();
    expect(row).toMatchObject({ due_on: shown.results[0]?.due_on, total_cents: shown.total_cents });
    const again = await as((ctx) => runStart(ctx, { month, property_id: null, except: [] }), owner);
    await workOnRun(house.database.db, again.id);
    const after = await as((ctx) => run(ctx, { id: again.id }), owner);
    expect(after.skips).toMatchObject([
      {
        tenancy: { id: tenancy },
        property: { id: property },
        tenant: { name: expect.any(String) },
        why: 'duplicate',
        invoice: { code: expect.any(String) },
      },
    ]);
    expect(after.why).toEqual({ duplicate: 1 });
  });
});

test('a shared cost falls on homes in whole shillings: what is shown is what is asked for, and all of it', async () => {
  const { property, owner } = await place(house);
  for (let n = 0; n < 13; n += 1) await livedIn(house, property);
  const cost = {
    ...{ property_id: property, kind: 'security' as const, label: 'Night guard', tax_code: 'A' as const, due_on: addDays(clock.today(), 5) },
    ...{ from: null, last: null, cents: cents(1_000_000), weights: [], by: 'equal' as const },
  };
  const shown = await as((ctx) => splitPreview(ctx, cost), owner);
  expect(shown.total_cents).toBe(1_000_000);
  expect(new Set(shown.rows.map((row) => row.cents))).toEqual(new Set([76_900, 77_000]));
  await as((ctx) => split(ctx, cost), owner);
  const made = await house.database.db.selectFrom('invoice').select(['tenancy_id', 'total_cents']).where('property_id', '=', property).execute();
  expect(new Map(made.map((row) => [row.tenancy_id, row.total_cents]))).toEqual(new Map(shown.rows.map((row) => [row.tenancy.id, row.cents])));
  const taxed = { ...cost, tax_code: 'B' as const };
  await expect(as((ctx) => splitPreview(ctx, taxed), owner)).rejects.toMatchObject({ extra: { fields: { tax_code: expect.any(String) } } });
  await chargesVat(house, owner.me.companyId);
  const [before, after] = [await as((ctx) => splitPreview(ctx, taxed), owner), await as((ctx) => split(ctx, taxed), owner)];
  const sum = await house.database.db
    .selectFrom('invoice')
    .select(sql<number>`sum(total_cents)::bigint`.as('cents'))
    .where('property_id', '=', property)
    .where('tax_cents', '>', cents(0))
    .executeTakeFirstOrThrow();
  expect([before.total_cents, after.total_cents]).toEqual([Number(sum.cents), Number(sum.cents)]);
  const head = await lists.all(ctxOf(house, owner), { page: 1, page_size: 10, sort: '-due_on' });
  expect(head.results[0]?.title).toBe('Night guard');
});

test('what a property charges by how it is billed is shown among what holds, until steps of its own take its place', async () => {
  const { property, owner } = await place(house);
  const shown = async () => (await setting(ctxOf(house, owner))).terms;
  expect(await shown()).toEqual([]);
  const billing = JSON.stringify({ late_fee: 'percent', late_fee_points: 500, grace_days: 3 });
  await sql`update property set billing = billing || ${billing}::jsonb where id = ${property}`.execute(house.database.db);
  expect(await shown()).toMatchObject([{ property: { id: property }, grace_days: 3, kind: 'percent', value: 500 }]);
  const step = { grace_days: 5, every: 'once' as const, kind: 'fixed' as const, value: 50_000, cap_cents: null };
  await as((ctx) => setPolicy(ctx, { property_id: property, tenancy_id: null, active: true, tiers: [step], revision: 0 }), owner);
  expect(await shown()).toEqual([]);
});

test('a credit note of more than is left is what was asked, to the cent, and what it gives back is asked for no more', async () => {
  const tenancy = await livedIn(house, here.property);
  const asked = async () => (await lists.months(ctxOf(house, here.owner), { z_filter: {} })).results.reduce((all, one) => all + one.due_cents, 0);
  const before = await asked();
  const { id } = await as((ctx) => billed(ctx, tenancy, 2_500_050, { dueIn: 0 }));
  await paid(tenancy, 2_200_100, 'FT-C9');
  const [line] = (await seen(id)).lines;
  const after = await as((ctx) => credit(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: cents(500_000) }], reason: 'the lift stood' }));
  expect(after).toMatchObject({
    open_cents: 0,
    credited_cents: 300_000,
    returned_cents: 200_000,
    credit_notes: [{ cents: 500_000, returned_cents: 200_000 }],
  });
  expect(await balance(house.database.db, 'M', { code: accounts.tenantCredit, company: here.owner.me.companyId ?? 0, tenancy })).toBe(200_000);
  expect((await asked()) - before).toBe(2_000_100);
  const { token } = await house.database.db.selectFrom('invoice').select('token').where('id', '=', id).executeTakeFirstOrThrow();
  expect(await look(ctxOf(house, null), { id, token })).toMatchObject({ total_cents: 2_500_100, paid_cents: 2_000_100, credited_cents: 500_000 });
  expect(await unproven(house)).toEqual([]);
});

describe('a credit note', () => {
  test('leaves whole shillings to be paid: what M-Pesa cannot move is taken off with it', async () => {
    const tenancy = await livedIn(house, here.property);
    const { id } = await as((ctx) => billed(ctx, tenancy, 7_220_000));
    const [line] = (await seen(id)).lines;
    const after = await as((ctx) => credit(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: cents(220_050) }], reason: 'the lift stood' }));
    expect(after).toMatchObject({ open_cents: 6_999_900, credited_cents: 220_100, credit_notes: [{ cents: 220_100 }] });
    expect(after.lines.reduce((sum, one) => sum + one.open_cents, 0)).toBe(6_999_900);
    expect(await unproven(house)).toEqual([]);
  });

  test('of what was paid goes with the payment when that goes: nobody is asked again for what was taken off, and keeps no credit of it', async () => {
    const tenancy = await livedIn(house, here.property);
    const company = here.owner.me.companyId ?? 0;
    const left = () => balance(house.database.db, 'M', { code: accounts.tenantCredit, company, tenancy });
    const { id } = await as((ctx) => billed(ctx, tenancy, 100_000));
    const came = await paid(tenancy, 100_000, 'FT-A1');
    const [line] = (await seen(id)).lines;
    await as((ctx) => credit(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: cents(40_000) }], reason: 'the lift stood' }));
    expect(await left()).toBe(40_000);
    await as((ctx) => reverse(ctx, { id: came.id, reason: 'The cheque bounced' }));
    expect(await invoice(id)).toMatchObject({ status: 'unpaid', paid_cents: 0, credited_cents: 40_000, returned_cents: 0, open_cents: 60_000 });
    expect(await left()).toBe(0);
    expect(await unproven(house)).toEqual([]);
    await as((ctx) => voidOne(ctx, { id, reason: 'asked for by mistake' }));
    expect([await left(), await balance(house.database.db, 'M', { code: accounts.tenantReceivable, company, tenancy })]).toEqual([0, 0]);
    expect(await unproven(house)).toEqual([]);
  });

  test('of all that was paid leaves nothing to ask for when the payment goes', async () => {
    const tenancy = await livedIn(house, here.property);
    const { id } = await as((ctx) => billed(ctx, tenancy, 100_000));
    const came = await paid(tenancy, 100_000, 'FT-A2');
    const [line] = (await seen(id)).lines;
    await as((ctx) => credit(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: cents(100_000) }], reason: 'not theirs' }));
    await as((ctx) => reverse(ctx, { id: came.id, reason: 'The cheque bounced' }));
    expect(await invoice(id)).toMatchObject({ status: 'paid', open_cents: 0, paid_cents: 0, credited_cents: 100_000, returned_cents: 0 });
    expect(await unproven(house)).toEqual([]);
  });

  test('whose credit paid something else already: that goes with the payment as well, and what was taken off stays taken off', async () => {
    const tenancy = await livedIn(house, here.property);
    const { id } = await as((ctx) => billed(ctx, tenancy, 100_000));
    const came = await paid(tenancy, 100_000, 'FT-A3');
    const [line] = (await seen(id)).lines;
    await as((ctx) => credit(ctx, { id, lines: [{ line_id: line?.id ?? 0, cents: cents(40_000) }], reason: 'the lift stood' }));
    const next = await as((ctx) => billed(ctx, tenancy, 40_000));
    expect(await invoice(next.id)).toMatchObject({ status: 'paid' });
    await as((ctx) => reverse(ctx, { id: came.id, reason: 'The cheque bounced' }));
    expect(await invoice(id)).toMatchObject({ status: 'unpaid', open_cents: 60_000, credited_cents: 40_000, returned_cents: 0 });
    expect(await invoice(next.id)).toMatchObject({ status: 'unpaid', open_cents: 40_000 });
    expect(await unproven(house)).toEqual([]);
  });
});

test('a late fee is let go where there is one, or one would come; who said so and why stands in what happened', async () => {
  const at = await place(house);
  const tenancy = await livedIn(house, at.property);
  const { id } = await as((ctx) => billed(ctx, tenancy, 100_000), at.owner);
  const shown = () => details(ctxOf(house, at.owner), { id });
  expect((await shown()).acts).not.toContain('waive');
  await expect(as((ctx) => waive(ctx, { id, reason: 'a good tenant' }), at.owner)).rejects.toMatchObject({ failure: 'wrongState' });
  const tiers = [{ grace_days: 5, every: 'once' as const, kind: 'fixed' as const, value: 50_000, cap_cents: null }];
  await as((ctx) => setPolicy(ctx, { property_id: at.property, tenancy_id: null, active: true, tiers, revision: 0 }), at.owner);
  expect((await shown()).acts).toContain('waive');
  const after = await as((ctx) => waive(ctx, { id, reason: 'a good tenant' }), at.owner);
  expect(after.history).toMatchObject([{ what: 'waive', reason: 'a good tenant', by: expect.any(String) }]);
  expect(after.acts).not.toContain('waive');
});

test('a receipt names each payment once, however many lines it paid, by the number it is proven with', async () => {
  const tenancy = await livedIn(house, here.property);
  const { id } = await as((ctx) => billed(ctx, tenancy, 100_000, { water: 20_000 }));
  await paid(tenancy, 30_000, 'FT-R1');
  const gone = await paid(tenancy, 10_000, 'FT-R2');
  await as((ctx) => reverse(ctx, { id: gone.id, reason: 'The cheque bounced' }));
  await paid(tenancy, 90_000, 'FT-R3');
  expect(await paymentsOf(ctxOf(house, here.owner), id)).toMatchObject([
    { external: 'FT-R1', how: 'bank', cents: 30_000 },
    { external: 'FT-R3', how: 'bank', cents: 90_000 },
  ]);
});

test('cents of somebody’s credit wait: what is left of an invoice is whole shillings', async () => {
  const tenancy = await livedIn(house, here.property);
  await as((ctx) => billed(ctx, tenancy, 100_000));
  await paid(tenancy, 150_050, 'FT-C1');
  const next = await as((ctx) => billed(ctx, tenancy, 200_000));
  expect(await invoice(next.id)).toMatchObject({ paid_cents: 50_000, open_cents: 150_000 });
  expect(await unproven(house)).toEqual([]);
});
