import { afterAll, beforeAll, expect, test } from 'vitest';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { record } from '#server/collection/record.ts';
import { all, counts, months, sums } from '#server/invoice/service.ts';
import { reverse } from '#server/matching/desk.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction } from '#test/world.ts';
import { livedIn } from '#test/worlds/invoices.ts';
import { type Place, place } from '#test/worlds/market.ts';
import { billed } from '#test/worlds/payments.ts';
import { money } from './money.ts';

let house: House;
let here: Place;
const as = <T>(work: (ctx: ReturnType<typeof ctxOf>) => Promise<T>) => inTransaction(house, here.owner, work);
const paid = (tenancyId: number, sum: number, external: string) =>
  as((ctx) => record(ctx, { how: 'bank', external, note: '', tenancy_id: tenancyId, cents: cents(sum), on: clock.today() }));
beforeAll(async () => {
  house = await freshHouse();
  here = await place(house);
});
afterAll(() => setClock(house, null));

test('what was collected this month is one number: on the home, over the list, of the list it opens, and in the chart', async () => {
  await setClock(house, '2027-03-28T09:00:00Z');
  const [first, second] = [await livedIn(house, here.property), await livedIn(house, here.property)];
  // Asked for and due in March, the larger part paid in April, a deposit with it.
  await as((ctx) => billed(ctx, first, 300_000, { dueIn: 1, deposit: 200_000 }));
  await as((ctx) => billed(ctx, second, 100_000, { dueIn: 1 }));
  await paid(first, 50_000, 'FT-1');
  await setClock(house, '2027-04-03T09:00:00Z');
  await paid(first, 450_000, 'FT-2');
  const gone = await paid(second, 100_000, 'FT-3');
  await as((ctx) => reverse(ctx, { id: gone.id, reason: 'The cheque bounced' }));
  const ctx = ctxOf(house, here.owner);
  const said = await money(ctx);
  expect(said).toMatchObject({ came_cents: 250_000, deposit_cents: 200_000, held_cents: 0, late_cents: 100_000 });
  const z_filter = { came_from: said.from, came_to: said.to };
  expect((await counts(ctx, { z_filter: {} })).paid_month_cents).toBe(said.came_cents);
  expect((await months(ctx, { z_filter: {} })).results.slice(-2)).toMatchObject([{ paid_cents: 50_000 }, { paid_cents: 250_000 }]);
  expect(await sums(ctx, { z_filter })).toMatchObject({ count: 1, came_cents: said.came_cents, deposit_cents: said.deposit_cents });
  expect((await all(ctx, { page: 1, page_size: 10, sort: '-due_on', z_filter })).results.map((one) => one.tenancy?.id)).toEqual([first]);
  // What is late is what is left of the list it opens.
  expect(await sums(ctx, { z_filter: { overdue: 'true' } })).toMatchObject({ count: said.late, open_cents: said.late_cents });
});
