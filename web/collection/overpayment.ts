import type { PayableItem } from '#contract/collection/shapes.ts';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { getPayableItemName } from './pay-sheet.tsx';

type Other = PayableItem['others'][number];
/** Explains an overpayment: it pays other open invoices of the home, oldest first, and the rest is credit. */
export function buildOverpaymentNotice(over: number, others: readonly Other[]): string {
  const oldest = others.toSorted((a, b) => (a.due_on === b.due_on ? a.id - b.id : a.due_on < b.due_on ? -1 : 1));
  const taken: Other[] = [];
  let left = over;
  for (const one of oldest) {
    if (left <= 0) break;
    taken.push(one);
    left -= Math.min(left, one.open_cents);
  }
  const [first, ...more] = taken;
  const sum = formatKes(over - left);
  const goes =
    first &&
    (more.length === 0 ? m.payments_pay_goes({ sum, what: getPayableItemName(first) }) : m.payments_pay_goes_several({ sum, count: taken.length }));
  return [goes, left > 0 && m.payments_pay_over({ sum: formatKes(left) })].filter(Boolean).join(' ');
}
