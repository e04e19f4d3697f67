import { type Cents, sum } from '#contract/money/cents.ts';
import { m } from '#words/messages.js';

type Line = { readonly label: string; readonly cents: Cents };
type Reckoned = { readonly items: readonly Line[]; readonly total: Line };
/** What the rule asks of all that came, less what was earned before; where less is earned now, what was earned less what stays of it. */
export function reckoned({ accrued_before_cents: before, amount_cents: amount }: { accrued_before_cents: number; amount_cents: number }): Reckoned {
  const [earned, asked] = [sum([before]), sum([before, amount])];
  const line = (label: string, ...parts: readonly number[]): Line => ({ label, cents: sum(parts) });
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
