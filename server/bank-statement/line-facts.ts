import { findAccountNumber, parsePayer } from '#contract/bank-statement/statement.ts';
import type { PaymentMatchingFacts } from '#contract/matching/facts.ts';
import { parseNarration } from '#contract/matching/narration.ts';
import { toCents } from '#contract/money/cents.ts';
import { startOfDay } from '#contract/time/days.ts';
import { type SealedPhone, sealPhone } from '#server/collection/service.ts';

/** The parts of a statement line that say who paid what for. */
export type StatementLineText = { readonly details: string; readonly payer: string; readonly reference: string };
type DatedLine = StatementLineText & { readonly day: string; readonly cents: number; readonly paid_at: Date | null };

/** All columns of a statement line that may name the tenant, as one text. */
export const formatStatementLineText = (line: StatementLineText): string => `${line.details} ${line.payer} ${line.reference}`;

/** What a line becomes as a payment: its payer, the typed account number, and the phone number, which some banks write into the description. */
export function readLinePayer(line: StatementLineText): { readonly payer: string; readonly accountText: string; readonly phone: SealedPhone } {
  const { name, phone } = parsePayer(line.payer);
  const [written, other] = parseNarration(line.details).phones;
  return { payer: name, accountText: findAccountNumber(line), phone: sealPhone(phone ?? (other === undefined ? (written ?? null) : null)) };
}
export const readLineTime = ({ day, paid_at }: Pick<DatedLine, 'day' | 'paid_at'>): Date => paid_at ?? startOfDay(day);

/** The facts by which the payment of this line will be matched, so that a preview shows what the import does. */
export function toLineMatchFacts(line: DatedLine): PaymentMatchingFacts {
  const { payer, accountText, phone } = readLinePayer(line);
  return {
    ...{ account: accountText, cents: toCents(line.cents), on: line.day, payer, came: readLineTime(line) },
    tail: phone.phone_tail ?? '',
    phoneMark: phone.phone_mark?.toString('hex') ?? null,
    text: formatStatementLineText(line),
  };
}
