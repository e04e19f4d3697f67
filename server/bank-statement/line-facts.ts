import { formatStatementLineText, readLinePayer, type StatementLineText } from '#contract/bank-statement/line-payer.ts';
import type { PaymentMatchingFacts } from '#contract/matching/facts.ts';
import { toCents } from '#contract/money/cents.ts';
import { startOfDay } from '#contract/time/days.ts';
import { type SealedPhone, sealPhone } from '#server/collection/service.ts';

type DatedLine = StatementLineText & { readonly day: string; readonly cents: number; readonly paid_at: Date | null };

/** What a line becomes as a payment: its payer, account number, sealed phone number and time. */
export function toLineReceipt(line: DatedLine): { payer: string; accountText: string; phone: SealedPhone; paidAt: Date } {
  const { payer, accountText, phone } = readLinePayer(line);
  return { payer, accountText, phone: sealPhone(phone), paidAt: line.paid_at ?? startOfDay(line.day) };
}

/** The facts by which the payment of this line will be matched, so that a preview shows what the import does. */
export function toLineMatchFacts(line: DatedLine): PaymentMatchingFacts {
  const { payer, accountText, phone, paidAt } = toLineReceipt(line);
  return {
    ...{ account: accountText, cents: toCents(line.cents), on: line.day, payer, came: paidAt },
    tail: phone.phone_tail ?? '',
    phoneMark: phone.phone_mark?.toString('hex') ?? null,
    text: formatStatementLineText(line),
  };
}
