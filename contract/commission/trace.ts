import { type Cents, sumCents } from '#contract/money/cents.ts';
import { m } from '#words/messages.js';

type Line = { readonly label: string; readonly cents: Cents };
type Reckoned = { readonly items: readonly Line[]; readonly total: Line };
/** The commission on the total less the commission earned before; for a reversal, the commission earned less the commission on the remaining base. */
export function sumCommissionTrace({
  accrued_before_cents: before,
  amount_cents: amount,
}: {
  accrued_before_cents: number;
  amount_cents: number;
}): Reckoned {
  const [earned, asked] = [sumCents([before]), sumCents([before, amount])];
  const line = (label: string, ...parts: readonly number[]): Line => ({ label, cents: sumCents(parts) });
  return amount < 0
    ? {
        items: [line(m.commission_trace_accrued(), earned), line(m.commission_trace_asked(), 0, -asked)],
        total: line(m.commission_trace_back(), earned, -asked),
      }
    : {
        items: [line(m.commission_trace_asked(), asked), line(m.commission_trace_accrued(), 0, -earned)],
        total: line(m.commission_trace_amount(), amount),
      };
}
