import { m } from '#words/messages.js';
import type { LineKind } from './kinds.ts';
import type { MonthPart } from './month.ts';
import type { Stay } from './net.ts';
import type { SettlementHead } from './shapes.ts';

/** What each figure of a payout is called: the same on the page, on paper and in a table file. */
export const partNames: Readonly<Record<LineKind, () => string>> = {
  opening: m.settlement_part_opening,
  gross: m.settlement_part_gross,
  commission: m.settlement_part_commission,
  expenses: m.settlement_part_expenses,
  tax: m.settlement_part_tax,
  sent: m.settlement_part_sent,
  other: m.settlement_part_other,
};
/** Why some of what is there stays, and what is taken off before it is sent. */
export const staysNames: Readonly<Record<Stay, () => string>> = {
  held: m.settlement_part_held,
  reserve: m.settlement_part_reserve,
  later: m.settlement_part_later,
  cents: m.settlement_part_cents,
  unasked: m.settlement_part_unasked,
};
export const offNames = { left: m.settlement_part_left, fee: m.settlement_part_fee } as const;

/** The same in a month's statement, where a payout's other things have names of their own. */
export const monthNames: Readonly<Record<MonthPart, () => string>> = {
  ...partNames,
  bought: m.settlement_part_bought,
  put_by: m.wallet_put_by,
  set_off: m.wallet_entry_set_off,
  adjusted: m.settlement_part_adjusted,
  fee: m.settlement_part_fee,
};

export const statusWords: Readonly<Record<SettlementHead['status'], () => string>> = {
  draft: m.settlement_status_draft,
  approved: m.settlement_status_approved,
  sending: m.settlement_status_sending,
  paid: m.settlement_status_paid,
  part_failed: m.settlement_status_part_failed,
  canceled: m.settlement_status_canceled,
};
export const kindNames: Readonly<Record<SettlementHead['kind'], () => string>> = {
  run: m.settlement_kind_run,
  withdrawal: m.settlement_kind_withdrawal,
};
