import { sql } from 'kysely';
import { z } from 'zod';
import { findEarlierPayment, type RecentPayment } from '#contract/collection/duplicates.ts';
import { correctionCauses } from '#contract/collection/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { matchReasonScores } from '#contract/matching/match.ts';
import { toCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import type { paymentCorrectionCalls } from '#contract/payment/correction-calls.ts';
import { findOpenRequest, requestApproval } from '#server/approval/service.ts';
import {
  buildCorrectionMessages,
  buildDuplicateRefusal,
  buildPaymentLogFacts,
  type CorrectionMessage,
  getEnteredReference,
  isRecordedMethod,
  lockRecordsOfHome,
  lockReferenceOfPayment,
  notifyPaymentCorrected,
  type OpenInvoice,
  type PaymentRow,
  paymentNotFound,
  readOpenInvoicesForPayment,
  readPayment,
  readRecentPayments,
  recordCorrectedPayment,
} from '#server/collection/service.ts';
import { lockInvoicesForPayment } from '#server/invoice/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { eventText } from '#server/kernel/generated/event-texts.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { defineRequestedAct } from '#server/kernel/requested-acts.ts';
import { readLedgerEffects } from '#server/ledger/service.ts';
import { m } from '#words/messages.js';
import { joinSentences, type Sentence } from '../../words/sentence.ts';
import { findManagedPayment } from './allocate-payment.ts';
import { allocatePayments, readOpenInvoices } from './allocate-payments.ts';
import { assertCorrectable, assertOneHome, findCorrectionWay, type GivenCorrection, readCorrectedValues } from './correction-values.ts';
import { assertNotHeldForPayer } from './held-funds.ts';
import { toHome } from './home-scope.ts';
import { applyPaymentReversal, assertAccountCovers } from './reverse.ts';
import { lockPaymentWithAllocations, readActiveAllocations } from './unallocate.ts';

type Calls = typeof paymentCorrectionCalls;

type Applied = {
  readonly before: PaymentRow;
  readonly after: PaymentRow;
  /** The invoices of both homes as they were, which the correction may change. */
  readonly invoices: readonly OpenInvoice[];
  /** A probable duplicate of the corrected payment. */
  readonly earlier: RecentPayment | undefined;
};
/**
 * Reverses a payment and records it again with the corrected value, in one transaction and without messages. Locks: the records of the home and the
 * reference, then the invoices of both homes, then the payment.
 */
async function applyCorrection(ctx: Ctx, paymentId: number, given: GivenCorrection, reason: string): Promise<Applied> {
  const seen = await readPayment(ctx.db, paymentId);
  if (!seen) throw paymentNotFound();
  const to = await readCorrectedValues(ctx, seen, given);
  await lockRecordsOfHome(ctx, to.home);
  await lockReferenceOfPayment(ctx, seen);
  const paid = (await readActiveAllocations(ctx.db, paymentId)).map((row) => row.invoice_id);
  const open = (await readOpenInvoices(ctx.db, toHome(to.home))).map(({ id }) => id);
  const invoiceIds = [...new Set([...paid, ...open])];
  await lockInvoicesForPayment(
    ctx,
    invoiceIds.toSorted((a, b) => a - b),
  );
  const invoices = await readOpenInvoicesForPayment(ctx.db, { ids: invoiceIds }, { open: false });
  const before = await lockPaymentWithAllocations(ctx, paymentId);
  assertCorrectable(before);
  await assertOneHome(ctx, await readActiveAllocations(ctx.db, paymentId));
  await applyPaymentReversal(ctx, paymentId, { reason, cause: 'mistake', quiet: true });
  const made = await recordCorrectedPayment(ctx, before, to);
  const { tenancy_id: tenancyId, booking_id: bookingId, company_id: companyId } = made;
  await allocatePayments(
    ctx,
    [
      {
        paymentId: made.id,
        invoiceIds: to.what === 'tenant' ? open : invoiceIds,
        reasons: [{ what: 'person', score: matchReasonScores.person }],
        home: companyId === null ? undefined : { tenancyId, bookingId, companyId },
      },
    ],
    { quiet: true },
  );
  await assertAccountCovers(ctx, before);
  const after = (await readPayment(ctx.db, made.id)) ?? made;
  const external = getEnteredReference(before) ?? '';
  const earlier = isRecordedMethod(before.how)
    ? findEarlierPayment(
        (await readRecentPayments(ctx, to.home)).filter(({ id }) => id !== after.id),
        { how: before.how, cents: to.cents, on: to.on, external },
      )
    : undefined;
  return { before, after, invoices, earlier };
}

/** The payment that the caller may correct, and how. */
async function findCorrectable(ctx: Ctx, id: number) {
  const seen = await findManagedPayment(ctx, id);
  assertCorrectable(seen);
  const way = findCorrectionWay(ctx.me, seen);
  if (way === null) throw new Refusal('forbidden', m.payment_refusal_said_cash());
  await assertNotHeldForPayer(ctx, seen);
  if (await findOpenRequest(ctx, 'receiptReversal', id)) throw new Refusal('conflict', m.approval_refusal_open());
  return { seen, way };
}
/** Does the correction and undoes it, so that a preview shows exactly what happens, and the same refusals. */
async function rehearse<T>(ctx: Ctx, id: number, given: GivenCorrection, read: (done: Applied) => Promise<T>): Promise<T> {
  await sql`savepoint rehearsal`.execute(ctx.db);
  const result = await read(await applyCorrection(ctx, id, given, ''));
  await sql`rollback to savepoint rehearsal`.execute(ctx.db);
  return result;
}
const readAllocationIds = async (ctx: Ctx, id: number): Promise<number[]> => (await readActiveAllocations(ctx.db, id)).map((one) => one.id);
const toText = ({ to, params }: Pick<CorrectionMessage, 'to' | 'params'>) => {
  const { heading, message, sms = '' } = eventText('payment.corrected', params);
  return { to, heading, message, sms };
};

export async function previewCorrection(
  ctx: Ctx,
  { id, ...given }: HandlerInput<Calls['previewCorrection']>,
): Promise<HandlerResult<Calls['previewCorrection']>> {
  const { way } = await findCorrectable(ctx, id);
  const parts = await readAllocationIds(ctx, id);
  const effects = (payments: readonly number[], allocations: readonly number[]) =>
    readLedgerEffects(ctx.db, [
      ['payment', payments],
      ['allocation', allocations],
    ]);
  const known = new Set((await effects([id], parts)).map((one) => one.id));
  return rehearse(ctx, id, given, async ({ before, after, invoices, earlier }) => {
    const ids = invoices.map((one) => one.id);
    const now = new Map((await readOpenInvoicesForPayment(ctx.db, { ids }, { open: false })).map((one) => [one.id, one.open]));
    const posted = await effects([id, after.id], [...parts, ...(await readAllocationIds(ctx, after.id))]);
    return {
      asks: way === 'request',
      told: (await buildCorrectionMessages(ctx, { before, after, cause: given.cause })).map(toText),
      invoices: invoices
        .map((one) => ({ id: one.id, code: one.code, was_cents: one.open, open_cents: now.get(one.id) ?? 0 }))
        .filter((one) => one.was_cents !== one.open_cents),
      credit_cents: after.credited_cents,
      journals: posted.filter((one) => !known.has(one.id)).map(({ id: key, says, day, cents }) => ({ id: key, says, day, cents })),
      earlier: earlier ? { id: earlier.id, code: earlier.code } : null,
    };
  });
}

const assertNotRecordedTwice = ({ earlier }: Applied, { besides }: GivenCorrection): void => {
  if (earlier && earlier.id !== besides) throw buildDuplicateRefusal(earlier);
};
type Deciding = {
  readonly reason: string /** The person who asked for the correction, whose approver carries it out. */;
  readonly by?: number | null;
};
/** The correction with its messages. The log names the person who asked for it, who then cannot approve a payout of the money. */
async function correctNow(ctx: Ctx, id: number, given: GivenCorrection, { reason, by = ctx.me.userId }: Deciding): Promise<void> {
  const done = await applyCorrection(ctx, id, given, reason);
  assertNotRecordedTwice(done, given);
  const { before, after } = done;
  await audit(
    ctx.db,
    { ...ctx, me: { ...ctx.me, userId: by } },
    {
      kind: 'add',
      document: 'payments',
      id: after.id,
      code: after.code,
      reason,
      after: { ...buildPaymentLogFacts(after), payment_id: before.id },
    },
  );
  await notifyPaymentCorrected(ctx, { before, after, cause: given.cause, reason });
}

/** Corrects a recorded payment, or requests it where a second person has to approve. */
export async function correctPayment(ctx: Ctx, { id, reason, ...given }: HandlerInput<Calls['correct']>): Promise<void> {
  const { seen, way } = await findCorrectable(ctx, id);
  if (way === 'direct') return correctNow(ctx, id, given, { reason });
  const told = await rehearse(ctx, id, given, async (done) => {
    assertNotRecordedTwice(done, given);
    return buildCorrectionMessages(ctx, { before: done.before, after: done.after, cause: given.cause });
  });
  await requestApproval(ctx, 'paymentCorrection', {
    subjectId: id,
    companyId: seen.company_id,
    cents: given.cents ?? seen.cents,
    reason,
    params: { payment_id: id, code: seen.code, cents: seen.cents, given, told: told.map(({ to, params }) => ({ to, params })) },
  });
}

const causeTexts = {
  typed: m.payment_correction_cause_typed,
  proof: m.payment_correction_cause_proof,
  payer: m.payment_correction_cause_payer,
} as const;
const Notice = z.object({
  sum: z.string(),
  home: z.string(),
  external: z.string(),
  was: z.string(),
  is: z.string(),
  left: z.string(),
  what: z.enum(['amount', 'date', 'moved_away', 'moved_here']),
  cause: z.enum(correctionCauses),
});
const Given = z.object({
  cents: z.number().transform(toCents).optional(),
  tenancy_id: z.number().optional(),
  booking_id: z.number().optional(),
  on: z.string().optional(),
  cause: z.enum(correctionCauses),
  besides: z.number().optional(),
});
const Params = z.object({
  payment_id: z.number(),
  code: z.string(),
  cents: z.number(),
  given: Given,
  told: z.array(z.object({ to: z.string(), params: Notice })),
});
type Described = z.output<typeof Params>;
/** What changes, and the messages that the payers read. */
function describeCorrection({ code, cents, given, told }: Described): Sentence {
  const cause = causeTexts[given.cause]();
  const sum = formatKesPlain(cents);
  const [first] = told.toReversed();
  const { was = '', is = '', home = '' } = first?.params ?? {};
  const change =
    given.cents !== undefined
      ? m.payment_act_correction_amount({ code, was: sum, is: formatKesPlain(given.cents), cause })
      : given.on !== undefined
        ? m.payment_act_correction_date({ code, sum, was: formatLongDate(was), is: formatLongDate(is || given.on), cause })
        : m.payment_act_correction_tenant({ code, sum, home, cause });
  const texts = told.map(toText).map(({ to, heading, message }) => m.payment_act_correction_told({ to, text: `${heading}. ${message}` }));
  return joinSentences([change, ...texts]);
}
/** Corrects a payment of client money, or one that its payer confirmed, after a second person approved it. */
export const paymentCorrectionAct = defineRequestedAct({
  params: Params,
  document: 'payments',
  describe: describeCorrection,
  page: ({ payment_id, code }) => ({ screen: 'payment.financeOne', companyScreen: 'payment.detail', params: { id: payment_id, code } }),
  execute: (ctx, { payment_id, given }, { reason, asked_by }) => correctNow(ctx, payment_id, given, { reason, by: asked_by }),
});
