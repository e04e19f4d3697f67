import { beforeAll, expect, test } from 'vitest';
import { settledNames } from '#contract/invoice/settled.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { historyOf } from '#server/kernel/move.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction } from '#test/world.ts';
import { livedIn, putMoney } from '#test/worlds/invoices.ts';
import { type Place, place } from '#test/worlds/market.ts';
import { credit, writeOff } from './credit.ts';
import { create } from './hand.ts';
import * as lists from './lists.ts';
import { look } from './look.ts';
import { details } from './one.ts';
import { settle } from './settle.ts';

let house: House;
let here: Place;
beforeAll(async () => {
  house = await freshHouse();
  here = await place(house);
});
const as = <T>(work: (ctx: ReturnType<typeof ctxOf>) => Promise<T>) => inTransaction(house, here.owner, work);
/** Each of a tenancy of its own: what one is given back would pay the next. */
async function made(unit_cents: number) {
  const tenancy_id = await livedIn(house, here.property);
  const line = { kind: 'service' as const, label: 'Cleaning', qty: 1, unit_cents: cents(unit_cents), tax_code: 'A' as const, from: null, last: null };
  const [due_on, no] = [addDays(clock.today(), 5), { period_from: null, period_last: null, note: '' }];
  return as((ctx) => create(ctx, { tenancy_id, kind: 'ad_hoc', due_on, ...no, lines: [line] }));
}
const opened = async (link: string | null, id: number) =>
  look(ctxOf(house, null), { id, token: /^\/auth\/invoice\/([^/]+)\//.exec(link ?? '')?.[1] ?? '' });

test('closed without money it is not paid: not here, not by its link, not in the list nor the file', async () => {
  const [off, credited, part, paid] = [await made(100_000), await made(100_000), await made(100_000), await made(100_000)];
  await as((ctx) => writeOff(ctx, { id: off.id, reason: 'moved abroad' }));
  await as((ctx) =>
    credit(ctx, { id: credited.id, lines: credited.lines.map((one) => ({ line_id: one.id, cents: cents(one.cents) })), reason: 'twice' }),
  );
  await putMoney(house, part.id, 40_000);
  await as((ctx) => writeOff(ctx, { id: part.id, reason: 'moved abroad' }));
  await putMoney(house, paid.id, 100_000);
  const expected = [
    [off, 'written_off'],
    [credited, 'credited'],
    [part, 'written_off'],
    [paid, 'paid'],
  ] as const;
  for (const [{ id, link }, settled] of expected) {
    const paid_on = settled === 'paid' ? clock.today() : null;
    const now = await details(ctxOf(house, here.owner), { id });
    expect(now).toMatchObject({ status: 2, settled, paid_on });
    expect(now.history.map((one) => one.what)).toContain(settled === 'paid' ? 'pay' : 'close');
    expect(await opened(link, id)).toMatchObject({ status: 2, settled, paid_on, pay_to: null });
  }
  const list = (z_filter: object) => lists.all(ctxOf(house, here.owner), { page: 1, page_size: 20, tabs: true, sort: 'due_on', z_filter });
  expect((await list({})).tabs).toMatchObject({ all: 4, 2: 1, closed: 3 });
  const late = await made(100_000);
  await house.database.db
    .updateTable('invoice')
    .set({ due_on: addDays(clock.today(), -3) })
    .where('id', '=', late.id)
    .execute();
  await made(100_000);
  const tabs = { all: 6, 1: 2, 2: 1, closed: 3, overdue: 1 };
  // Whichever is open, the number of a tab is what it opens.
  expect(await list({ overdue: 'true' })).toMatchObject({ count: 1, results: [{ id: late.id }], tabs });
  expect(await list({ status: 1 })).toMatchObject({ count: 2, tabs });
  expect(await list({ closed: 'true' })).toMatchObject({ count: 3, tabs });
  expect(await list({ status: 2, closed: 'false' })).toMatchObject({ count: 1, results: [{ id: paid.id }] });
  expect(await list({ status: 2 })).toMatchObject({ count: 4 });
  const file = await as((ctx) => lists.csv(ctx, { sort: 'due_on', z_filter: {}, part: 1 }));
  expect(JSON.stringify(file)).toContain(settledNames.written_off());
});

test('part of it let go, money that comes with others’ closes it as money by itself does', async () => {
  const [alone, among, other] = [await made(100_000), await made(100_000), await made(100_000)];
  for (const { id } of [alone, among, other]) {
    await house.database.db
      .updateTable('invoice')
      .set({ credited_cents: cents(40_000), written_off_cents: cents(40_000) })
      .where('id', '=', id)
      .execute();
    await house.database.db
      .updateTable('invoice_line')
      .set({ credited_cents: cents(40_000) })
      .where('invoice_id', '=', id)
      .execute();
  }
  const money = ({ id, lines }: typeof alone) => ({
    ...{ invoiceId: id, on: clock.today(), how: 'M-Pesa', parts: lines.map((one) => ({ lineId: one.id, cents: cents(60_000) })) },
  });
  await as((ctx) => settle(ctx, [money(alone)]));
  await as((ctx) => settle(ctx, [money(among), money(other)]));
  const last = async ({ id }: typeof alone) => (await historyOf(house.database, 'invoice', id).executeTakeFirstOrThrow()).move;
  expect([await last(alone), await last(among), await last(other)]).toEqual(['close', 'close', 'close']);
});
