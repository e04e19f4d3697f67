import { sql } from 'kysely';
import { bare, matches, sureOf } from '#contract/payment/match.ts';
import { namedIn, partsOf } from '#contract/payment/order.ts';
import { clock } from '#contract/time/clock.ts';
import { lockForPaying } from '#server/invoice/service.ts';
import { oneByOne } from '#server/jobs/each-due.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { everything } from '#server/kernel/scoped.ts';
import { accountsOf } from './accounts.ts';
import { type Put, putMany } from './allocate-many.ts';
import { type Owed, owed } from './invoices.ts';
import { belongs, look, paidOf } from './look.ts';
import { byCode, details, type Found } from './owing.ts';
import { leftOf, type PaymentRow } from './rows.ts';
import { tellCame } from './tell.ts';

const why = 'whose payments are, worked out by the clock';
const isWaiting = (row: PaymentRow): boolean => row.status === 'completed' && row.looked_at === null && leftOf(row) > 0;

/** Whose money is it, for several: those of whom the account number and the sum make it sure together, the rest each by itself. */
export async function lookMany(house: House, paymentIds: readonly number[]): Promise<void> {
  const { db } = house.database;
  const alone =
    paymentIds.length < 2
      ? paymentIds
      : await db
          .transaction()
          .execute((tx) => applySure(atClock(tx), paymentIds))
          .catch((error: unknown) => {
            house.log.error({ error, paymentIds }, 'payments could not be looked at together');
            return paymentIds;
          });
  await oneByOne(alone.map((id) => () => look(db, id)));
}

/** Answers those that are not done: each needs a look of its own. */
async function applySure(ctx: Ctx, paymentIds: readonly number[]): Promise<number[]> {
  const seen = await rowsOf(ctx.db, paymentIds, false);
  const homes = await sureHomes(ctx.db, seen);
  if (homes.size === 0) return [...paymentIds];
  const open = await owed(ctx.db, { tenancyIds: [...new Set([...homes.values()].flatMap(({ tenancyId }) => tenancyId ?? []))] });
  await lockForPaying(
    ctx,
    open.map(({ id }) => id),
  );
  const held = await rowsOf(ctx.db, [...homes.keys()], true);
  const invoices = await owed(ctx.db, { ids: open.map(({ id }) => id) });
  const puts: Matched[] = [];
  for (const payment of held) {
    const home = homes.get(payment.id);
    const own = invoices.filter((one) => one.tenancyId === home?.tenancyId && one.fund === payment.fund);
    const { parts, over } = partsOf(own, leftOf(payment), namedIn(own, payment.account_text));
    const [first] = own;
    // What nothing takes is kept as credit, and what a second one meets is what the first has left: those have a look of their own.
    if (!first || over > 0 || puts.some((put) => put.first.tenancyId === first.tenancyId)) continue;
    puts.push({ payment, first, parts, on: payment.paid_on ?? clock.today() });
  }
  if (puts.length === 0) return [...paymentIds];
  await putMany(ctx, puts, invoices);
  for (const row of await matched(ctx.db, puts, homes)) await tellCame(ctx, row);
  const done = new Set(puts.map(({ payment }) => payment.id));
  return paymentIds.filter((id) => !done.has(id));
}
type Matched = Put & { readonly payment: PaymentRow; readonly first: Owed };

async function rowsOf(db: Db, ids: readonly number[], lock: boolean): Promise<PaymentRow[]> {
  const rows = everything(db, 'payment', why)
    .select()
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id');
  return (await (lock ? rows.forUpdate() : rows).execute()).filter(isWaiting);
}

/** The tenancies whose account number was typed to the letter with the sum they owe: by the same rule as one look. */
async function sureHomes(db: Db, payments: readonly PaymentRow[]): Promise<Map<number, Found>> {
  const typed = payments.filter((row) => (row.how === 'paybill' || row.how === 'bank') && bare(row.account_text ?? '') !== '');
  const accounts = await accountsOf(db, typed);
  const homes = new Map<number, Found>();
  for (const [id, rows] of Map.groupBy(typed, (row) => row.account_id)) {
    const account = accounts.get(id ?? 0);
    if (!account) continue;
    const codes = rows.map((row) => bare(row.account_text ?? ''));
    const found = await details(db, await byCode(db, account, codes));
    for (const row of rows) {
      const home = sureOf(paidOf(row), found);
      if (home && home.tenancyId !== null) homes.set(row.id, home);
    }
  }
  return homes;
}

/** As their own rows say it from now on. */
async function matched(db: Db, puts: readonly Matched[], homes: ReadonlyMap<number, Found>): Promise<PaymentRow[]> {
  const facts = puts.map(({ payment, first, parts }) => {
    const home = homes.get(payment.id);
    const [match] = home ? matches(paidOf(payment), [home]) : [];
    return {
      ...{ id: payment.id, allocated_cents: payment.allocated_cents + parts.reduce((sum, part) => sum + part.cents, 0) },
      ...{ reasons: match?.reasons ?? [], ...belongs(first) },
    };
  });
  const { rows } = await sql<{ id: number }>`/* all: payments that are held */
    update payment p set allocated_cents = f.allocated_cents, match = 'matched', looked_at = ${clock.now()}, reasons = f.reasons, company_id = f.company_id,
      property_id = f.property_id, unit_id = f.unit_id, tenancy_id = f.tenancy_id, booking_id = f.booking_id, tenant_id = f.tenant_id, updated_at = app.now()
    from jsonb_populate_recordset(null::payment, ${JSON.stringify(facts)}::jsonb) f where p.id = f.id returning p.id`.execute(db);
  return everything(db, 'payment', why)
    .select()
    .selectAll()
    .where(
      'id',
      'in',
      rows.map(({ id }) => Number(id)),
    )
    .orderBy('id')
    .execute();
}

const together = 100;
/** Money that came and was never looked at: whoever died in between is followed up. All of it: what cannot be looked at keeps none behind it. */
export async function sweepUnlooked(house: House, db: Db): Promise<number> {
  const rows = await everything(db, 'payment', why)
    .select()
    .select('id')
    .where('status', '=', 'completed')
    .where('looked_at', 'is', null)
    .orderBy('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  await oneByOne(ids.flatMap((_, at) => (at % together === 0 ? [() => lookMany(house, ids.slice(at, at + together))] : [])));
  return rows.length;
}
