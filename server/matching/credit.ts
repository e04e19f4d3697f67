import { type Selectable, sql } from 'kysely';
import { accounts, type Payer } from '#contract/ledger/accounts.ts';
import { creditMoved, overpaid } from '#contract/ledger/postings.ts';
import { partsOf } from '#contract/matching/order.ts';
import { cents, leavingWhole, sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { giveToTenancy, type Owed, owed, type PaymentRow, paymentOf } from '#server/collection/service.ts';
import type { PaymentCreditTable as PaymentCredit } from '#server/db/types.gen.ts';
import { lockForPaying, tellIssued } from '#server/invoice/service.ts';
import { oneByOne } from '#server/jobs/each-due.ts';
import { emit } from '#server/jobs/queue.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { promisedOfCredits } from '#server/kernel/promised.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { balance, codeOf, held, post } from '#server/ledger/service.ts';
import { allocate, saidOf } from './allocate.ts';

const why = 'a tenant’s own credit, used for what they are asked for';
export type CreditRow = Selectable<PaymentCredit>;
/** Whose credit: a tenancy's, or of a booking that has none yet. */
export type Whose = { readonly companyId: number; readonly tenancyId: number | null; readonly bookingId: number | null };
export const payerOf = ({ companyId, tenancyId, bookingId }: Whose): Payer =>
  tenancyId !== null ? { company: companyId, tenancy: tenancyId } : { company: companyId, ref: `booking:${bookingId}` };

/** What of a credit is still there. */
export const restOf = (credit: CreditRow): number => credit.cents - credit.used_cents - credit.refunded_cents;
/** More came than was asked for: kept for them, and booked so. The payment counts it. */
export async function keepCredit(ctx: Ctx, payment: PaymentRow, whose: Whose, over: number): Promise<void> {
  if (over <= 0) return;
  const fund = payment.fund as 'C' | 'M';
  const { id } = await add(ctx, 'payment_credit')
    .values({ payment_id: payment.id, company_id: whose.companyId, tenancy_id: whose.tenancyId, booking_id: whose.bookingId, fund, cents: over })
    .returning('id')
    .executeTakeFirstOrThrow();
  await post(ctx.db, {
    key: `credit:${id}`,
    kind: 'money_over',
    valueDay: payment.paid_on ?? clock.today(),
    source: ['payment', payment.id],
    companyId: whose.companyId,
    params: await saidOf(ctx, { code: payment.code, tenancyId: whose.tenancyId, unitId: payment.unit_id }, payment),
    by: ctx.me.userId,
    pairs: overpaid({ fund, payer: payerOf(whose), cents: over }),
  });
  // A person may have put the rest to one invoice while another of the home is open.
  await lookForCredit(ctx, whose.tenancyId, `kept:${id}`);
}

/** Something is open again, or over: what the tenant has over is put to what is open of their home, once this has happened. `why` names it, once. */
export async function lookForCredit({ db }: Pick<Ctx, 'db'>, tenancyId: number | null, because: string): Promise<void> {
  if (tenancyId !== null) await emit(db, 'payment.credit', { tenancyId }, `credit:${tenancyId}:${because}`);
}
/** All that is open of a home, the oldest due first, as money that comes is put to it; who pays hears what is paid so, and what is left. */
export const spendCredits = (db: Db, tenancyId: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const ctx = atClock(tx);
    const open = await owed(tx, { tenancyId });
    await lockForPaying(
      ctx,
      open.map(({ id }) => id),
    );
    for (const { id } of open) if ((await spendCredit(ctx, { invoiceId: id })) > 0) await tellIssued(ctx, id, `credit:${clock.ms()}`);
  });
/** Homes where both lie beside each other: what was promised back and was refused, and what nobody was told of. */
export async function sweepCredits(db: Db): Promise<number> {
  const { rows } = await sql<{ tenancy_id: number }>`/* all: ${sql.raw(why)} */
    select a.tenancy_id from ledger_total t join ledger_account a on a.id = t.account_id where a.code = ${codeOf('tenantCredit')} and a.tenancy_id is not null and t.cr > t.dr
      and exists (select 1 from invoice i where i.tenancy_id = a.tenancy_id and i.company_id = a.company_id and i.fund = a.fund
        and i.status in ('unpaid', 'active') and i.account_ref is null) order by 1`.execute(db);
  await oneByOne(rows.map((row) => () => spendCredits(db, row.tenancy_id)));
  return rows.length;
}

const openCredits = (db: Db, one: Owed) =>
  everything(db, 'payment_credit', why)
    .select()
    .selectAll()
    .where('fund', '=', one.fund)
    .where('company_id', '=', one.companyId)
    .where('undone_at', 'is', null)
    .where(sql<boolean>`used_cents + refunded_cents < cents`)
    .where((eb) =>
      'ref' in one.payer ? eb.and([eb('tenancy_id', 'is', null), eb('booking_id', '=', one.bookingId)]) : eb('tenancy_id', '=', one.tenancyId),
    )
    .orderBy('id')
    .forUpdate()
    .execute();

/** Something is asked for: what the tenant had over is put to it at once. What credit notes gave has no payment behind it. Answers how much it took. */
export async function spendCredit(ctx: Ctx, { invoiceId }: { readonly invoiceId: number }): Promise<number> {
  const [seen] = await owed(ctx.db, { ids: [invoiceId] });
  if (!seen || seen.open <= 0 || seen.kind === 'move_in') return 0;
  if ((await balance(ctx.db, seen.fund, { code: accounts.tenantCredit, ...seen.payer })) <= 0) return 0;
  await lockForPaying(ctx, [invoiceId]);
  const [one] = await owed(ctx.db, { ids: [invoiceId] });
  if (!one) return 0;
  const credits = await openCredits(ctx.db, one);
  const promised = await promisedOfCredits(
    ctx.db,
    credits.map(({ id }) => id),
  );
  // Another invoice of theirs may have been first: what is there counts once the credits are held, and none comes or goes beside us.
  const [there = 0] = await held(ctx.db, [[one.fund, { code: accounts.tenantCredit, ...one.payer }]]);
  // What is left is paid by phone: cents of the credit wait until they make a shilling.
  const used: number = leavingWhole(Math.max(0, there - sum([...promised.values()])), one.open);
  let left = used;
  let now = one;
  for (const credit of credits) {
    const part = Math.min(left, restOf(credit) - (promised.get(credit.id) ?? 0));
    if (part <= 0) continue;
    await everything(ctx.db, 'payment_credit', why)
      .change()
      .set({ used_cents: cents(credit.used_cents + part) })
      .where('id', '=', credit.id)
      .execute();
    const payment = (await paymentOf(ctx.db, credit.payment_id)) ?? null;
    await allocate(
      ctx,
      [{ payment, source: { kind: 'credit', creditId: credit.id }, parts: partsOf([now], part).parts, on: payment?.paid_on ?? clock.today() }],
      [now],
    );
    left -= part;
    now = (await owed(ctx.db, { ids: [invoiceId] }, { open: false }))[0] ?? now;
  }
  if (left > 0)
    await allocate(ctx, [{ payment: null, source: { kind: 'credit', creditId: null }, parts: partsOf([now], left).parts, on: clock.today() }], [now]);
  return used;
}

/** The booking became a tenancy: what was over of it is the tenancy's from now on. */
export async function followTenancy(
  ctx: Ctx,
  { tenancyId, bookingId }: { readonly tenancyId: number; readonly bookingId: number | null },
): Promise<void> {
  if (bookingId === null) return;
  await giveToTenancy(ctx.db, { tenancyId, bookingId });
  const rows = await everything(ctx.db, 'payment_credit', why)
    .select()
    .selectAll()
    .where('booking_id', '=', bookingId)
    .where('tenancy_id', 'is', null)
    .where('undone_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) {
    const left = restOf(row);
    const was: Payer = { company: row.company_id, ref: `booking:${bookingId}` };
    await everything(ctx.db, 'payment_credit', why).change().set({ tenancy_id: tenancyId }).where('id', '=', row.id).execute();
    await post(ctx.db, {
      key: `credit:${row.id}:moved`,
      kind: 'adjustment',
      source: ['payment', row.payment_id],
      companyId: row.company_id,
      params: { what: '', code: '' },
      pairs: creditMoved(row.fund as 'C' | 'M', was, { company: row.company_id, tenancy: tenancyId }, left),
    });
  }
  await moveNoted(ctx, tenancyId, bookingId);
}
/** What credit notes gave has no payment behind it: what is left with the booking once those have gone. */
async function moveNoted(ctx: Ctx, tenancyId: number, bookingId: number): Promise<void> {
  const row = await everything(ctx.db, 'tenancy', why).select().select(['company_id', 'code']).where('id', '=', tenancyId).executeTakeFirstOrThrow();
  const was: Payer = { company: row.company_id, ref: `booking:${bookingId}` };
  for (const fund of ['C', 'M'] as const) {
    const [left = 0] = await held(ctx.db, [[fund, { code: accounts.tenantCredit, ...was }]]);
    await post(ctx.db, {
      ...{ key: `booking:${bookingId}:credit:${fund}`, kind: 'adjustment', source: ['tenancy', tenancyId], companyId: row.company_id },
      ...{ params: { what: '', code: row.code }, pairs: creditMoved(fund, was, { company: row.company_id, tenancy: tenancyId }, left) },
    });
  }
}
