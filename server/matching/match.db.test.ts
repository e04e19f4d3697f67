import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { statementLines } from '#server/bank-statement/statement-lists.ts';
import * as statements from '#server/bank-statement/statements.ts';
import { toPay } from '#server/collection/pay.ts';
import * as record from '#server/collection/record.ts';
import { recordWays } from '#server/collection/record-home.ts';
import { create } from '#server/invoice/hand.ts';
import { waitingFor } from '#server/kernel/waits.ts';
import * as payments from '#server/payment/acts.ts';
import { found } from '#server/payment/lists.ts';
import { fullOf } from '#server/payment/one.ts';
import { ownAccount } from '#server/payment/own-account.ts';
import * as refunds from '#server/refund/refunds.ts';
import { addAccount } from '#server/treasury/accounts.ts';
import * as settings from '#server/treasury/settings.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { told } from '#test/jobs.ts';
import { inTransaction, longHere, type Somebody, somebody } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { addUnit, type Place, place } from '#test/worlds/market.ts';
import { billed, trusts, unproven } from '#test/worlds/payments.ts';
import * as desk from './desk.ts';
import { sweepUnlooked } from './look.ts';

let house: House;
let own: Place;
let held: Place;
const db = () => house.database.db;
const as = <T>(by: Somebody, work: Parameters<typeof inTransaction<T>>[2]) => inTransaction(house, by, work);
const home = async (at: Place) => {
  const id = await livedIn(house, at.property, { unitId: await addUnit(house, at.property) });
  const { code } = await house.database.db.selectFrom('tenancy').select('code').where('id', '=', id).executeTakeFirstOrThrow();
  return { id, code: code.replace('-', '') };
};
const bill = (at: Place, tenancy: number, sum: number) => as(at.owner, (ctx) => billed(ctx, tenancy, sum));
const paybill = async (at: Place, number: string) =>
  (await addAccount(db(), { company_id: at.owner.me.companyId, rail: 'mpesa', name: 'Our paybill', number, bank_code: null, fund: 'M' }))?.id ?? 0;
const payment = (external: string) => house.database.db.selectFrom('payment').selectAll().where('external', '=', external).executeTakeFirstOrThrow();
/** Another character than the last: one slip. */
const slipped = (code: string): string => `${code.slice(0, -1)}${code.endsWith('O') ? 'I' : 'O'}`;
const head = 'Receipt No.,Completion Time,Details,Paid In,Withdrawn,Other Party Info\n';
const line = (number: string, account: string, sum: string) =>
  `${number},2027-03-02 10:01:00,Pay Bill from 254711***333 - MARY W Acc. ${account},"${sum}",,254711***333 - MARY W\n`;
const read = (at: Place, account_id: number, csv: string, name = 'march.csv') =>
  as(at.owner, (ctx) => statements.readStatement(ctx, { account_id, name, csv }));
const bring = async (at: Place, account: number, csv: string, name?: string) => {
  const { id } = await read(at, account, csv, name);
  await as(at.owner, (ctx) => statements.importStatement(ctx, { id }));
  await sweepUnlooked(house, db());
};
let ownBill = 0;
let heldBill = 0;

beforeAll(async () => {
  house = await freshHouse();
  await setClock(house, '2027-03-03T09:00:00Z');
  own = await place(house);
  held = await place(house);
  await trusts(house, held.owner.me.companyId ?? 0);
  ownBill = await paybill(own, '400111');
  heldBill = await paybill(held, '400222');
});
afterAll(() => setClock(house, null));

test('a line of one’s own paybill: the guess before it is taken over, its time, and one wrong character forgiven', async () => {
  const t = await home(own);
  const { id } = await bill(own, t.id, 7_245_000);
  const dry = await read(own, ownBill, head + line('TKB81AAAA4', slipped(t.code), '72,450.00') + line('TKB81AAAA5', 'HOUSE 5', '8,500.00'));
  const { results } = await as(own.owner, (ctx) => statementLines(ctx, { id: dry.id, page: 1, page_size: 10 }));
  expect(results.map(({ guess }) => guess)).toMatchObject([{ sure: true }, null]);
  expect(results[0]?.guess?.code.replace('-', '')).toBe(t.code);
  await as(own.owner, (ctx) => statements.importStatement(ctx, { id: dry.id }));
  await sweepUnlooked(house, db());
  const row = await payment('TKB81AAAA4');
  expect(row).toMatchObject({ match: 'matched', tenancy_id: t.id, allocated_cents: 7_245_000, payer: 'MARY W', phone_tail: '333' });
  expect(row.received_at?.toISOString()).toBe('2027-03-02T07:01:00.000Z');
  expect(await house.database.db.selectFrom('invoice').select('status').where('id', '=', id).executeTakeFirst()).toEqual({ status: 'paid' });
});

test('what fits by its account and stands in the other fund is not matched, and the desk says what is open there', async () => {
  const t = await home(held);
  await bill(held, t.id, 7_245_000);
  expect((await as(held.owner, (ctx) => settings.accounts(ctx))).held).not.toBeNull();
  expect((await as(own.owner, (ctx) => settings.accounts(ctx))).held).toBeNull();
  await bring(held, heldBill, head + line('TKB82AAAA1', t.code, '12,000.00') + line('TKB82AAAA2', slipped(t.code), '72,450.00'));
  for (const [number, why] of [
    ['TKB82AAAA1', 'account'],
    ['TKB82AAAA2', 'account_typo'],
  ] as const) {
    const row = await payment(number);
    expect(row).toMatchObject({ match: 'suggested', credited_cents: 0, allocated_cents: 0, tenancy_id: null });
    const [best] = (await as(held.owner, (ctx) => desk.candidates(ctx, { id: row.id }))).results;
    expect(best).toMatchObject({ tenancy: { id: t.id }, open_cents: 0, elsewhere_cents: 7_245_000, takes: false, invoices: [] });
    expect(best?.reasons.map(({ what }) => what)).toContain(why);
  }
  const { id } = await payment('TKB82AAAA1');
  const [found] = (await as(held.owner, (ctx) => desk.candidates(ctx, { id, q: t.code.slice(3) }))).results;
  expect(found).toMatchObject({ open_cents: 0, elsewhere_cents: 7_245_000 });
  expect(await unproven(house)).toEqual([]);
});

test('what can be written down is said before it is typed: where the platform holds the money, cash alone', async () => {
  const theirs = await home(held);
  await bill(held, theirs.id, 100_000);
  expect(await as(held.owner, (ctx) => recordWays(ctx, { tenancy_id: theirs.id }))).toMatchObject({ hows: ['cash'], held: true });
  const ours = await home(own);
  expect(await as(own.owner, (ctx) => recordWays(ctx, { tenancy_id: ours.id }))).toMatchObject({ held: false });
  await expect(as(own.owner, (ctx) => recordWays(ctx, { tenancy_id: theirs.id }))).rejects.toMatchObject({ failure: 'notFound' });
});

test('who took cash does not say alone that it is there', async () => {
  const t = await home(own);
  await bill(own, t.id, 80_000);
  const cash = await as(own.owner, (ctx) =>
    record.record(ctx, { how: 'cash', tenancy_id: t.id, cents: cents(80_000), on: clock.today(), external: '', note: '' }),
  );
  const file = await house.database.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', uploaded_by: own.owner.id, company_id: own.owner.me.companyId, name: 'slip.png' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await house.database.db.updateTable('payment').set({ evidence_file_id: file.id }).where('id', '=', cash.id).execute();
  const confirm = (by: Somebody) => as(by, (ctx) => payments.confirmCash(house)(ctx, { id: cash.id, reason: 'Their phone is broken' }));
  await expect(confirm(own.owner)).rejects.toMatchObject({ failure: 'forbidden' });
  await confirm(await somebody(house, 'superadmin'));
});

test('what was wholly given back has left the desk and its counts; who may approve it is named', async () => {
  await bring(own, ownBill, head + line('TKB83AAAA1', 'WHO KNOWS', '4,499.00'), 'loose.csv');
  const { id } = await payment('TKB83AAAA1');
  const unmatched = () =>
    as(own.owner, async (ctx) => (await found(ctx, { match: 'unmatched' }).select('payment.id').execute()).map((row) => row.id));
  expect(await unmatched()).toContain(id);
  const admin = await somebody(house, 'superadmin');
  await longHere(house, admin);
  const asked = await as(own.owner, (ctx) => payments.askRefund(ctx, { id, cents: cents(449_900), reason: 'Not ours', to: 'KCB 0113601234' }));
  const [refund] = asked.refunds;
  expect(refund).toMatchObject({ approvers: [], payer: 'MARY W', home: null });
  // Nobody else leads this company: those who keep the platform's books hear of it.
  const letter = (await told(house, 'payment.refund_asked')).find(({ to }) => to.personId === admin.id);
  expect(letter?.page).toBe('/dashboard/superadmin/finance/payments?tab=refunds');
  await as(admin, (ctx) => refunds.decideRefund(ctx, { id: refund?.id ?? 0, approve: true, reason: '' }));
  expect(await unmatched()).not.toContain(id);
  expect(await payment('TKB83AAAA1')).toMatchObject({ match: 'returned' });
  // Refused after all it waits again.
  await as(admin, (ctx) => refunds.decideRefund(ctx, { id: refund?.id ?? 0, approve: false, reason: 'no' }));
  expect(await unmatched()).toContain(id);
});

test('taken back from a home, that home is suggested first; the oldest counts from when it came', async () => {
  const t = await home(own);
  await bill(own, t.id, 55_500);
  await bring(own, ownBill, head + line('TKB84AAAA1', t.code, '555.00'), 'taken.csv');
  const { id } = await payment('TKB84AAAA1');
  await as(own.owner, (ctx) => payments.unmatch(ctx, { id, reason: 'It was another’s' }));
  await house.database.db
    .updateTable('payment')
    .set({ account_text: 'WHO KNOWS', received_at: new Date('2027-02-20T07:00:00Z') })
    .where('id', '=', id)
    .execute();
  const [first] = (await as(own.owner, (ctx) => desk.candidates(ctx, { id }))).results;
  expect(first).toMatchObject({ tenancy: { id: t.id } });
  expect(first?.reasons.map(({ what }) => what)).toContain('earlier');
  const full = await as(own.owner, (ctx) => fullOf(ctx, id));
  const off = full.timeline.find(({ what }) => what === 'unallocated');
  expect(off).toMatchObject({ by: expect.stringMatching(/^owner/), text: expect.stringMatching(/^INV-.+ · It was another’s$/) });
  // What it was put to is said of its mirror, too.
  expect(full.journals.map(({ says }) => says).filter((says) => says.startsWith('Taken off again'))).toEqual([expect.stringContaining('Rent of')]);
  expect(full).toMatchObject({ tenancy: null, payer: 'MARY W', narration: expect.stringMatching(/^Pay Bill from/), may: { ask: false } });
  expect((await as(own.owner, (ctx) => waitingFor(ctx, 'unmatched'))).oldest?.toISOString()).toBe('2027-02-20T07:00:00.000Z');
});

test('of money at the platform’s paybill a company reads of its own tenants alone', async () => {
  const other = await place(house);
  await trusts(house, other.owner.me.companyId ?? 0);
  const t = await home(other);
  const account = await addAccount(db(), {
    company_id: null,
    rail: 'mpesa',
    name: 'Makao',
    number: '174379',
    bank_code: null,
    fund: 'C',
    of_env: true,
  });
  const { id } = await house.database.db
    .insertInto('payment')
    .values({
      ...{ purpose: 1, how: 'paybill', fund: 'C', status: 'completed', cents: 50_000, company_id: held.owner.me.companyId, looked_at: clock.now() },
      ...{ account_id: account?.id ?? 0, account_text: t.code, paid_on: clock.today() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const q of [undefined, t.code.slice(3)]) expect((await as(held.owner, (ctx) => desk.candidates(ctx, { id, q }))).results).toEqual([]);
  const { results } = await as(await somebody(house, 'superadmin'), (ctx) => desk.candidates(ctx, { id }));
  expect(results).toMatchObject([{ tenancy: { id: t.id } }]);
});

test('who types an invoice’s own code pays that one first, alone or among many; what is over goes to the oldest', async () => {
  const [one, two] = [await home(own), await home(own)];
  const asked = async (t: number) => [await bill(own, t, 30_000), await bill(own, t, 20_000)] as const;
  const [[older, named], [old, newer]] = [await asked(one.id), await asked(two.id)];
  const paid = async ({ id }: { id: number }) =>
    (await house.database.db.selectFrom('invoice').select('paid_cents').where('id', '=', id).executeTakeFirstOrThrow()).paid_cents;
  const both = line('TKB85AAAA1', named.code.replace('-', ''), '150.00') + line('TKB85AAAA2', newer.code.toLowerCase(), '200.00');
  await bring(own, ownBill, head + both, 'named.csv');
  expect([await paid(older), await paid(named), await paid(old), await paid(newer)]).toEqual([0, 15_000, 0, 20_000]);
  await bring(own, ownBill, head + line('TKB85AAAA3', named.code, '100.00'), 'rest.csv');
  expect([await paid(older), await paid(named)]).toEqual([5_000, 20_000]);
});

test('a charge by hand has one name: in the statement of account and where it is paid as in the list', async () => {
  const { id: tenancy_id } = await home(own);
  const line = (kind: 'parking' | 'other', label: string) =>
    ({ kind, label, qty: 1, unit_cents: cents(10_000), tax_code: 'A', from: null, last: null }) as const;
  const asked = { tenancy_id, kind: 'ad_hoc', due_on: '2027-03-20', period_from: null, period_last: null, note: '' } as const;
  await as(own.owner, (ctx) => create(ctx, { ...asked, lines: [line('parking', 'Parking'), line('other', 'Key')] }));
  const names = await as(own.owner, async (ctx) => [
    (await ownAccount(ctx, { tenancy_id })).rows[0]?.title,
    (await toPay(house)(ctx, { tenancy_id })).invoices[0]?.title,
  ]);
  expect(names).toEqual(['Parking and 1 more', 'Parking and 1 more']);
});
