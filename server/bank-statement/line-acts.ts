import type { Selectable } from 'kysely';
import { takenStates } from '#contract/bank-statement/kinds.ts';
import type { JournalKind } from '#contract/ledger/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { startOf } from '#contract/time/days.ts';
import { externalsOf, freeNumber, knownHere, openDoubt, owed, type PaymentRow, paymentsBy, takeMovement } from '#server/collection/service.ts';
import type { StatementLineTable as LineTable } from '#server/db/types.gen.ts';
import { lockForPaying } from '#server/invoice/service.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { standing, takesFund, type Whose } from '#server/matching/service.ts';
import { takenBack } from '#server/refund/service.ts';
import { type AccountRow, accountOf } from '#server/treasury/service.ts';

const why = 'what a line of a statement says of payments of its own account';
type Line = Selectable<LineTable>;

/** What came in and is our own money: swept from the paybill, or paid out and come back. */
export const ownKinds = ['swept', 'payout_failed'] as const satisfies readonly JournalKind[];
/** What another file of the account showed and is our own money, swept or come back: its line is known, though nobody paid it. */
const ownLines = (db: Db, account: AccountRow, externals: readonly string[]) =>
  everything(db, 'statement_line', why)
    .select()
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .select('statement_line.external_id')
    .where('statement.account_id', '=', account.id)
    .where('statement.status', 'in', [...takenStates])
    .where('statement_line.external_id', 'in', [...externals])
    .where('statement_line.cents', '>', 0)
    .innerJoin('journal', 'journal.id', 'statement_line.journal_id')
    .where('journal.kind', 'in', [...ownKinds]);
/** Which of these numbers are known, as they were asked for: what taking the lines over asks, too, so that a reading promises what it does. */
export async function knownOf(db: Db, account: AccountRow, externals: readonly string[]): Promise<Set<string>> {
  if (externals.length === 0) return new Set();
  const ours = new Set((await ownLines(db, account, externals).execute()).map((row) => row.external_id));
  const came = await paymentsBy(
    db,
    account.rail,
    externals.map((external) => ({ account, external })),
  );
  return new Set(externals.filter((external, n) => typeof came[n] === 'number' || externalsOf(account, external).some((name) => ours.has(name))));
}
/** The same movement in another file of the account, where it took something back. */
const isTakenElsewhere = async (db: Db, account: AccountRow, line: Line): Promise<boolean> =>
  (await everything(db, 'statement_line', why)
    .select()
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .select('statement_line.id')
    .where('statement.account_id', '=', account.id)
    .where('statement.status', 'in', [...takenStates])
    .where('statement.id', '<>', line.statement_id)
    .where('statement_line.external_id', '=', line.external_id)
    .where('statement_line.cents', '=', line.cents)
    .where('statement_line.payment_id', 'is not', null)
    .executeTakeFirst()) !== undefined;
/**
 * What a line says was taken back: of a payment, which it names by M-Pesa's number, any part; or as a bank does by the reference of its own line, the
 * whole of one that had come by then. Several where that reference and sum are not alone: which it was nobody knows by them.
 */
export async function takenBackBy(db: Db, account: AccountRow, line: Line): Promise<PaymentRow[]> {
  if (await isTakenElsewhere(db, account, line)) return [];
  const cents = -(line.cents ?? 0);
  for (const [number] of line.details.matchAll(/\b[A-Z0-9]{10}\b/g)) {
    const payment = await knownHere(db, account, number);
    if (payment?.status === 'completed' && cents <= payment.cents) return [payment];
  }
  const words = `${line.details} ${line.reference}`.match(/[A-Z0-9]{4,}/gi);
  if (account.rail !== 'bank' || !words) return [];
  const lines = everything(db, 'statement_line', why)
    .select()
    .innerJoin('statement', 'statement.id', 'statement_line.statement_id')
    .select('statement_line.payment_id')
    .where('statement.account_id', '=', account.id)
    .where('statement.status', 'in', [...takenStates])
    .where('statement_line.reference', 'in', words)
    .where('statement_line.cents', '>', 0)
    .where('statement_line.day', '<=', line.day);
  return everything(db, 'payment', why)
    .select()
    .selectAll()
    .where('id', 'in', lines)
    .where('status', '=', 'completed')
    .where('cents', '=', cents)
    .orderBy('id')
    .execute();
}
const wentAt = (line: Line): Date => startOf(line.day ?? clock.today());
/** The line remembers what it took back: whoever undoes the statement gives it again. */
export async function reverseByLine(ctx: Ctx, account: AccountRow, line: Line, payment: PaymentRow): Promise<void> {
  const said = {
    ...{ account, external: line.reference || (payment.external ?? payment.code), cents: -(line.cents ?? 0), reason: line.details },
    verifiedBy: 'statement',
  } as const;
  if ((await takenBack(ctx, payment, { ...said, at: wentAt(line) })) !== 'reversed') return;
  await everything(ctx.db, 'statement_line', why).change().set({ payment_id: payment.id }).where('id', '=', line.id).execute();
}
export async function takeReversal(ctx: Ctx, account: AccountRow, line: Line): Promise<void> {
  const [payment, ...others] = await takenBackBy(ctx.db, account, line);
  if (!payment) return;
  if (others.length === 0) return reverseByLine(ctx, account, line, payment);
  await openDoubt(ctx, {
    ...{ kind: 'which', account, payment, external: line.external_id ?? '', said: line.reference || line.details },
    ...{ cents: -(line.cents ?? 0), at: wentAt(line), payer: line.details, verifiedBy: 'statement' },
  });
}

/** Where a rule sends a line: to a home of the account's own company, in the fund the money came in. Null: a person looks. */
export async function ruledHome(db: Db, account: AccountRow, tenancyId: number): Promise<{ whose: Whose; ids: number[] } | null> {
  const home = await everything(db, 'tenancy', why)
    .select()
    .select(['company_id', 'booking_id'])
    .where('id', '=', tenancyId)
    .executeTakeFirstOrThrow();
  if (account.company_id !== null && home.company_id !== account.company_id) return null;
  const open = await owed(db, { tenancyId });
  if (!(await takesFund(db, home.company_id, open, account.fund))) return null;
  return { whose: { companyId: home.company_id, tenancyId, bookingId: home.booking_id }, ids: open.map(({ id }) => id) };
}

/** Every invoice the lines will touch, before the first line is booked: whoever waits for one holds nothing that others wait for. */
export async function holdFor(ctx: Ctx, account: AccountRow, lines: readonly Line[]): Promise<void> {
  const ids = new Set<number>();
  for (const line of lines) {
    if (line.fate === 'new' && line.tenancy_id !== null) for (const id of (await ruledHome(ctx.db, account, line.tenancy_id))?.ids ?? []) ids.add(id);
    const [undone, ...others] = line.fate === 'reversal' ? await takenBackBy(ctx.db, account, line) : [];
    for (const { invoice_id } of undone && others.length === 0 ? await standing(ctx.db, undone.id) : []) ids.add(invoice_id);
  }
  await lockForPaying(
    ctx,
    [...ids].sort((a, b) => a - b),
  );
}

/** What payments were put to, all at once and before any of them: each is taken back by itself afterwards. */
export async function holdPaid(ctx: Ctx, paymentIds: readonly number[]): Promise<void> {
  if (paymentIds.length === 0) return;
  const rows = await everything(ctx.db, 'allocation', why)
    .select()
    .select('invoice_id')
    .distinct()
    .where('payment_id', 'in', paymentIds)
    .where('undone_at', 'is', null)
    .orderBy('invoice_id')
    .execute();
  await lockForPaying(
    ctx,
    rows.map((row) => row.invoice_id),
  );
}

/** The file was wrong and the money is here after all. What was reversed stays so; it comes in again under its number, for whoever it is. */
export async function giveAgain(ctx: Ctx, statementId: number, paymentId: number): Promise<void> {
  // What it brought itself and took back again never was.
  const own = await everything(ctx.db, 'statement_line', why)
    .select()
    .select('id')
    .where('statement_id', '=', statementId)
    .where('payment_id', '=', paymentId)
    .where('fate', '=', 'new')
    .executeTakeFirst();
  if (own) return;
  const was = await everything(ctx.db, 'receipt', why).select().selectAll().where('payment_id', '=', paymentId).executeTakeFirst();
  if (!was || was.reversed_at === null || was.account_id === null) return;
  await freeNumber(ctx.db, paymentId, statementId);
  await takeMovement(ctx, {
    ...{ rail: was.rail, external: was.external_id, account: await accountOf(ctx.db, was.account_id), cents: was.cents, paidAt: was.paid_at },
    ...{ accountText: was.account_text, payer: was.payer, verifiedBy: was.verified_by, inboxId: was.inbox_id },
    phone: { phone_sealed: was.phone_sealed, phone_tail: was.phone_tail, phone_mark: was.phone_mark },
  });
}
