import type { FeeEvery, FeeKind, InvoiceAct, RunState, SplitKey } from '#contract/invoice/kinds.ts';
import type { InvoiceFull, InvoiceHead } from '#contract/invoice/shapes.ts';
import { kindNames } from '#contract/invoice/words.ts';
import { date, kes, month } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

export { ageNames, creditNames, kindNames, lineNames, taxNames, warningNames } from '#contract/invoice/words.ts';

type Names<K extends string> = Readonly<Record<K, () => string>>;
export const everyNames: Names<FeeEvery> = {
  once: m.invoices_every_once,
  daily: m.invoices_every_daily,
  weekly: m.invoices_every_weekly,
  monthly: m.invoices_every_monthly,
};
export const feeNames: Names<FeeKind> = { fixed: m.invoices_fee_fixed, percent: m.invoices_fee_percent };
export const splitNames: Names<SplitKey> = {
  equal: m.invoices_split_equal,
  area: m.invoices_split_area,
  occupants: m.invoices_split_occupants,
  custom: m.invoices_split_custom,
};
export const runNames: Names<RunState> = { running: m.invoices_run_running, done: m.invoices_run_done, stopped: m.invoices_run_stopped };
export const actNames: Names<InvoiceAct> = {
  void: m.invoices_act_void,
  credit: m.invoices_act_credit,
  write_off: m.invoices_act_write_off,
  waive: m.invoices_act_waive,
  send: m.invoices_act_send,
  dispute: m.invoices_act_dispute,
  settle_dispute: m.invoices_act_settle,
};
const pastNames: Readonly<Record<string, () => string>> = {
  void: m.invoices_past_void,
  lapse: m.invoices_past_lapse,
  pay: m.invoices_past_pay,
  close: m.invoices_past_close,
  pay_part: m.invoices_past_pay_part,
  reopen: m.invoices_past_reopen,
  reopen_part: m.invoices_past_reopen,
  waive: m.invoices_past_waive,
};
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
