import type { Selectable } from 'kysely';
import { accounts, type Fund, type Pair } from '#contract/ledger/accounts.ts';
import type { JournalKind } from '#contract/ledger/kinds.ts';
import { mirrored, unallocated } from '#contract/ledger/postings.ts';
import { cents, sum } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { lockPayment, type Owed, owed, type PaymentRow, putPayment } from '#server/collection/service.ts';
import type { AllocationTable as Allocation } from '#server/db/types.gen.ts';
import { askedNoMore, lockForPaying, settle, uncredited } from '#server/invoice/service.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { everything } from '#server/kernel/scoped.ts';
import { held, type Journal, post } from '#server/ledger/service.ts';
import { hereHeld } from '#server/wallet/service.ts';
import { m } from '#words/messages.js';
import { saidOf, whatHappened } from './allocate.ts';
import type { CreditRow } from './credit.ts';
import { pairsNow } from './handed-over.ts';

const why = 'what a payment was put to, taken back with it';
type AllocationRow = Selectable<Allocation>;

/** The newest first: what was paid out of what a note gave back goes before that does. */
export const standing = (db: Db, paymentId: number): Promise<AllocationRow[]> =>
  everything(db, 'allocation', why)
    .select()
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
const credits = (db: Db, paymentId: number) =>
  everything(db, 'payment_credit', why).select().selectAll().where('payment_id', '=', paymentId).where('undone_at', 'is', null).orderBy('id');
export const creditsOf = (db: Db, paymentId: number): Promise<CreditRow[]> => credits(db, paymentId).execute();
/** After the payment they are of: who uses a credit holds it and not its payment. */
export const creditsHeld = (db: Db, paymentId: number): Promise<CreditRow[]> => credits(db, paymentId).forUpdate().execute();

/** What is given back of a credit that is held; below zero what is not after all. */
export const addRefunded = (db: Db, creditId: number, sum: number) =>
  everything(db, 'payment_credit', why)
    .change()
    .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', cents(sum)) }))
    .where('id', '=', creditId)
    .execute();

/** What an owner has here is held before it is taken from. Cash is taken from who has it; for all else only what is with us is there. */
async function takenFrom(db: Db, pairs: readonly Pair[], one: Owed, isCash: boolean): Promise<Pair[]> {
  const fund = pairs.find(({ cr }) => cr.code === accounts.ownerPayable || (one.active && cr.code === accounts.moveInRent))?.fund;
  const all = async (of: Fund) => (await held(db, [[of, { code: accounts.ownerPayable, company: one.companyId }]]))[0] ?? 0;
  const there = fund === undefined ? 0 : fund === 'C' && !isCash ? await hereHeld(db, one.companyId) : await all(fund);
  return unallocated(pairs, one.companyId, one.active, there);
}

/** Takes allocations back, whose invoices are held. They stay where they are, marked; the invoice asks again. */
export async function takeBack(ctx: Ctx, rows: readonly AllocationRow[], payment: PaymentRow | null, reason: string | null = null): Promise<void> {
  const invoices = await owed(ctx.db, { ids: [...new Set(rows.map((row) => row.invoice_id))] }, { open: false });
  const byId = new Map(invoices.map((one) => [one.id, one]));
  for (const row of rows) {
    const one = byId.get(row.invoice_id);
    const was = await everything(ctx.db, 'journal', why).select().select('id').where('event_key', '=', `allocation:${row.id}`).executeTakeFirst();
    if (!one || !was) throw new Error(`allocation ${row.id} stands in no journal`);
    const line = one.lines.find(({ id }) => id === row.line_id);
    const part = { invoiceId: one.id, lineId: row.line_id };
    const given = await uncredited(ctx, { ...part, cents: row.cents, returned: row.returned_cents });
    const journal = await post(ctx.db, {
      key: `allocation:${row.id}:undo`,
      kind: 'money_unallocated',
      source: ['allocation', row.id],
      companyId: one.companyId,
      params: await saidOf(ctx, one, payment, line?.label || line?.kind),
      by: ctx.me.userId,
      pairs: await takenFrom(ctx.db, await pairsNow(ctx.db, was.id), one, (payment?.holder_id ?? null) !== null),
      reverses: was.id,
    });
    const undone = { undone_by: journal, undone_at: clock.now(), undone_reason: reason };
    await everything(ctx.db, 'allocation', why).change().set(undone).where('id', '=', row.id).execute();
    await everything(ctx.db, 'payment_credit', why).change().set({ undone_at: clock.now() }).where('allocation_id', '=', row.id).execute();
    if (row.credit_id !== null)
      await everything(ctx.db, 'payment_credit', why)
        .change()
        .set((eb) => ({ used_cents: eb('used_cents', '-', cents(row.cents)) }))
        .where('id', '=', row.credit_id)
        .execute();
    const parts = [{ lineId: row.line_id, cents: -row.cents }];
    await settle(ctx, [{ invoiceId: one.id, parts, on: clock.today(), how: payment?.how ?? 'wallet' }]);
    await askedNoMore(ctx, { ...part, cents: given });
    await happened(ctx, 'payment.unallocated', whatHappened(byId, row, clock.today()));
  }
}

/** The mirror of what stands, less what of it has gone another way since. */
async function undoRest(ctx: Ctx, of: string, kind: JournalKind, goneOf: (booked: number) => number): Promise<void> {
  const was = await everything(ctx.db, 'journal', why).select().selectAll().where('event_key', '=', of).executeTakeFirst();
  if (!was) return;
  const booked = await pairsNow(ctx.db, was.id);
  const gone = goneOf(sum(booked.map((one) => one.cents)));
  await post(ctx.db, {
    ...{
      key: `${of}:undo`,
      kind,
      source: [was.source, was.source_id],
      companyId: was.company_id,
      params: was.params as Journal['params'],
      by: ctx.me.userId,
      pairs: mirrored(booked, gone),
    },
    reverses: was.id,
  });
}

/** A payment with what it is put to and what is kept of it, invoices first: what is insisted on of it is insisted on from here. */
export async function holdAll(ctx: Ctx, paymentId: number): Promise<PaymentRow> {
  const seen = await standing(ctx.db, paymentId);
  await lockForPaying(
    ctx,
    [...new Set(seen.map((row) => row.invoice_id))].sort((a, b) => a - b),
  );
  const payment = await lockPayment(ctx.db, paymentId);
  await creditsHeld(ctx.db, paymentId);
  const rows = await standing(ctx.db, paymentId);
  if (rows.some((row) => !seen.some(({ id }) => id === row.id))) throw new Refusal('conflict', m.payment_refusal_meanwhile());
  return payment;
}
/**
 * All of a payment that is held so is nobody's again: what it was put to, and what was kept of it as credit. `lost`: what was given back out of its
 * credit is gone, and the rest alone comes back.
 */
export async function free(ctx: Ctx, payment: PaymentRow, { lost = false, reason = '' } = {}): Promise<PaymentRow> {
  const paymentId = payment.id;
  const rows = await standing(ctx.db, paymentId);
  // What a note gave back goes with what it was given back of.
  const over = (await creditsOf(ctx.db, paymentId)).filter((credit) => credit.allocation_id === null);
  if (!lost && over.some((credit) => credit.refunded_cents > 0)) throw new Refusal('conflict', m.payment_refusal_refunded());
  await happened(ctx, 'payment.freeing', { paymentId, reason, credit: true });
  await takeBack(ctx, rows, payment, reason || null);
  for (const credit of over) {
    // A booking's that moved to its tenancy goes back there first; what was given back before it moved never was there.
    await undoRest(ctx, `credit:${credit.id}:moved`, 'adjustment', (moved) => credit.refunded_cents - (credit.cents - moved));
    await undoRest(ctx, `credit:${credit.id}`, 'money_unallocated', () => credit.refunded_cents);
    await everything(ctx.db, 'payment_credit', why)
      .change()
      .set({ undone_at: clock.now(), used_cents: cents(0) })
      .where('id', '=', credit.id)
      .execute();
  }
  return putPayment(ctx.db, paymentId, { allocated_cents: 0, credited_cents: 0, match: 'unmatched' });
}
