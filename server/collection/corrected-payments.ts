import type { CorrectionCause, CorrectionNotice, PaymentCorrection, PaymentMethod } from '#contract/collection/kinds.ts';
import type { EventParams } from '#contract/modules.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { clock } from '#contract/time/clock.ts';
import { type Day, startOfDay, toNairobiDay } from '#contract/time/days.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';
import { readCollectionAccount } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { completePayments, normalizePaymentReference } from './complete-payments.ts';
import { describeMovedPayment, getPayerName, notifyPayer, notifyPaymentStaff, payerOf, readHomeBalance } from './notify.ts';
import { emptySealedPhone } from './phones.ts';
import { releaseReceiptReference } from './receipts.ts';
import type { PaymentHome } from './record-home.ts';
import { lockPaymentReferences } from './record-receipts.ts';
import { type PaymentRow, readReceipt } from './rows.ts';

/** The corrected values of a payment; all others stay as recorded. */
export type CorrectedValues = {
  readonly what: PaymentCorrection;
  readonly cents: number;
  readonly on: Day;
  readonly home: PaymentHome;
  readonly payer: string | null;
};

export const getPaymentDay = ({ paid_on, received_at, created_at }: Pick<PaymentRow, 'paid_on' | 'received_at' | 'created_at'>): Day =>
  paid_on ?? toNairobiDay(received_at ?? created_at);
/** The M-Pesa code or bank reference that a person entered. Cash has none, so Makao uses its own code. */
export const getEnteredReference = ({ external, code }: Pick<PaymentRow, 'external' | 'code'>): string | null =>
  external === null || external === code ? null : normalizePaymentReference(external);

/** Serializes the correction with other payments of the same reference; locked before the payment. */
export async function lockReferenceOfPayment(ctx: Ctx, payment: PaymentRow): Promise<void> {
  const receipt = await readReceipt(ctx.db, payment.id);
  if (receipt?.external_id) await lockPaymentReferences(ctx.db, receipt.rail, [receipt.external_id]);
}

/**
 * Records a reversed payment again with its corrected values. The reference of the old receipt is released, so the same M-Pesa code or bank reference is
 * used. The new payment names the old one, and keeps who recorded it, its evidence and the company that holds the cash.
 */
export async function recordCorrectedPayment(ctx: Ctx, old: PaymentRow, to: CorrectedValues): Promise<PaymentRow> {
  const receipt = await readReceipt(ctx.db, old.id);
  if (!receipt || old.account_id === null) throw new Refusal('conflict', m.payment_refusal_correct_unrecorded());
  const account = await readCollectionAccount(ctx.db, old.account_id);
  await releaseReceiptReference(ctx.db, old.id, old.id);
  const reference = getEnteredReference(old);
  const payment = await add(ctx, 'payment')
    .values({
      purpose: old.purpose,
      how: old.how,
      fund: old.fund,
      cents: to.cents,
      company_id: old.company_id,
      account_id: old.account_id,
      holder_id: old.holder_id,
      ...to.home,
      payer: to.payer,
      note: old.note,
      external: reference,
      evidence_file_id: old.evidence_file_id,
      recorded_by: old.recorded_by,
      code_until: old.code_until,
      paid_on: to.on,
      invoice_ids: [],
      corrects: old.id,
      correction: to.what,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const prefix = receipt.external_id?.match(/^co\d+:/)?.[0] ?? '';
  const paidAt = to.on === getPaymentDay(old) ? receipt.paid_at : to.on === clock.today() ? clock.now() : startOfDay(to.on);
  await completePayments(ctx, [
    {
      payment,
      given: {
        rail: receipt.rail,
        external: `${prefix}${reference ?? payment.code}`,
        account,
        cents: to.cents,
        paidAt,
        accountText: '',
        payer: to.payer ?? '',
        phone: emptySealedPhone,
        verifiedBy: receipt.verified_by,
        looked: true,
      },
    },
  ]);
  return payment;
}

type Corrected = { readonly before: PaymentRow; readonly after: PaymentRow; readonly cause: CorrectionCause };
/** A message to the payer of `row`. */
export type CorrectionMessage = { readonly row: PaymentRow; readonly to: string; readonly params: EventParams<'payment.corrected'> };

/** The old and the correct value, as the message reports them. */
function changeOf(what: CorrectionNotice | PaymentCorrection, { before, after }: Pick<Corrected, 'before' | 'after'>): { was: string; is: string } {
  if (what === 'amount') return { was: formatKesPlain(before.cents), is: formatKesPlain(after.cents) };
  return what === 'date' ? { was: getPaymentDay(before), is: getPaymentDay(after) } : { was: '', is: '' };
}
/** One message for each payer: a payment that moves to another tenant concerns the one who loses it and the one who gets it. */
export async function buildCorrectionMessages(ctx: Ctx, given: Corrected): Promise<CorrectionMessage[]> {
  const { before, after, cause } = given;
  const notices: readonly (readonly [CorrectionNotice, PaymentRow])[] =
    after.correction === 'tenant'
      ? [
          ['moved_away', before],
          ['moved_here', after],
        ]
      : [[after.correction === 'date' ? 'date' : 'amount', after]];
  // The payer knows cash by the code of the first receipt; a bank or M-Pesa reference stays the same.
  const external = after.external || before.code;
  const messages: CorrectionMessage[] = [];
  for (const [what, row] of notices) {
    if (!(await payerOf(ctx.db, row))) continue;
    const left = await readHomeBalance(ctx.db, row);
    const params = {
      ...(await describeMovedPayment(ctx, row)),
      external,
      what,
      ...changeOf(what, given),
      cause,
      left: left > 0 ? formatKesPlain(left) : '',
    };
    messages.push({ row, to: getPayerName(row), params });
  }
  return messages;
}
/** Notifies each payer once, and the managers with the private reason. */
export async function notifyPaymentCorrected(ctx: Ctx, given: Corrected & { readonly reason: string }): Promise<void> {
  const { before, after, reason } = given;
  for (const { row, params } of await buildCorrectionMessages(ctx, given)) await notifyPayer(ctx, row, 'payment.corrected', params, ':corrected');
  const what = after.correction ?? 'amount';
  const about = {
    ...(await describeMovedPayment(ctx, after)),
    external: after.external || before.code,
    name: getPayerName(before),
    what,
    ...changeOf(what, given),
    reason,
  };
  await notifyPaymentStaff(ctx, after.company_id, 'payment.correction', about, String(after.id), after);
}
export const isRecordedMethod = (how: PaymentMethod): how is 'cash' | 'bank' | 'cheque' | 'mpesa' =>
  how === 'cash' || how === 'bank' || how === 'cheque' || how === 'mpesa';
