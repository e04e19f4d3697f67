import type { ToPay } from '#contract/collection/shapes.ts';
import { kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { dueName } from './pay-sheet.tsx';

type Other = ToPay['others'][number];
/** Where what is more than the chosen invoices ask for goes: to what else is open of the home, the oldest first, and what nothing asks for is credit. */
export function beyondText(over: number, others: readonly Other[]): string {
  const oldest = others.toSorted((a, b) => (a.due_on === b.due_on ? a.id - b.id : a.due_on < b.due_on ? -1 : 1));
  const taken: Other[] = [];
  let left = over;
  for (const one of oldest) {
    if (left <= 0) break;
    taken.push(one);
    left -= Math.min(left, one.open_cents);
  }
  const [first, ...more] = taken;
  const sum = kes(over - left);
  const goes =
    first && (more.length === 0 ? m.payments_pay_goes({ sum, what: dueName(first) }) : m.payments_pay_goes_several({ sum, count: taken.length }));
  return [goes, left > 0 && m.payments_pay_over({ sum: kes(left) })].filter(Boolean).join(' ');
}
