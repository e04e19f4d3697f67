import type { CorrectedPayment } from '#contract/kernel/corrected-payment.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** A corrected payment as a sentence of a history. */
export function formatCorrectedPayment({
  code,
  what,
  moved_here,
  changes,
}: Pick<CorrectedPayment, 'code' | 'what' | 'moved_here' | 'changes'>): string {
  if (what === 'tenant') return moved_here ? m.audit_payment_moved_here({ code }) : m.audit_payment_moved_away({ code });
  const { old, new: now } = changes[0] ?? { old: null, new: null };
  return what === 'amount'
    ? m.audit_payment_amount({ code, was: formatKes(Number(old)), is: formatKes(Number(now)) })
    : m.audit_payment_date({ code, was: formatDate(String(old)), is: formatDate(String(now)) });
}
