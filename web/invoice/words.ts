import { kindNames, pastNames } from '#contract/invoice/labels.ts';
import type { InvoiceFull, InvoiceHead } from '#contract/invoice/shapes.ts';
import { date, kes, month } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export { lineNames } from '#contract/invoice/words.ts';

export const pastText = ({ what, cents }: Pick<InvoiceFull['history'][number], 'what' | 'cents'>): string =>
  cents === null ? (pastNames[what]?.() ?? m.invoices_past_change()) : m.invoices_past_money({ sum: kes(cents, true) });

type Named = Pick<InvoiceHead, 'kind' | 'period_from'> & Partial<Pick<InvoiceHead, 'title'>>;
/** "Rent, November 2026": what it is, and of when; a charge by hand as it was written. */
export const nameOf = ({ kind, title, period_from: from }: Named): string =>
  [title ?? kindNames[kind](), from && month(from)].filter(Boolean).join(', ');
export const homeOf = ({ unit, property }: Pick<InvoiceHead, 'unit' | 'property'>): string => `${unit.name}, ${property.name}`;
/** When it is to be paid; how late it is, while something is open. */
export const dueText = ({ due_on, overdue_days: late }: Pick<InvoiceHead, 'due_on' | 'overdue_days'>): string =>
  late > 0 ? m.invoices_late_by({ count: late }) : date(due_on);
/** The days a line is for, where it says. */
export const daysText = ({ from, last }: { readonly from: string | null; readonly last: string | null }): string =>
  from && last ? `${date(from)} – ${date(last)}` : '';
