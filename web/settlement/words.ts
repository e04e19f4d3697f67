import type { ErrorCode, LineKind } from '#contract/settlement/kinds.ts';
import type { ErrorHead, SettlementHead, TransferHead } from '#contract/settlement/shapes.ts';
import type { Rail } from '#contract/wallet/kinds.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

type Names<K extends string> = Readonly<Record<K, { label: () => string; tone: Tone }>>;
export type Status = SettlementHead['status'];
export const statusNames: Names<Status> = {
  draft: { label: m.settlement_status_draft, tone: 'wait' },
  approved: { label: m.settlement_status_approved, tone: 'info' },
  sending: { label: m.settlement_status_sending, tone: 'special' },
  paid: { label: m.settlement_status_paid, tone: 'good' },
  part_failed: { label: m.settlement_status_part_failed, tone: 'bad' },
  canceled: { label: m.settlement_status_canceled, tone: 'done' },
};
export type TransferStatus = TransferHead['status'];
export const transferNames: Names<TransferStatus> = {
  queued: { label: m.settlement_transfer_queued, tone: 'wait' },
  sent: { label: m.settlement_transfer_sent, tone: 'info' },
  confirmed: { label: m.settlement_transfer_confirmed, tone: 'good' },
  failed: { label: m.settlement_transfer_failed, tone: 'bad' },
  reversed: { label: m.settlement_transfer_reversed, tone: 'warn' },
  unknown: { label: m.settlement_transfer_unknown, tone: 'warn' },
};
export type ErrorStatus = ErrorHead['status'];
export const errorStatusNames: Names<ErrorStatus> = {
  open: { label: m.settlement_error_open, tone: 'bad' },
  retrying: { label: m.settlement_error_retrying, tone: 'info' },
  resolved: { label: m.settlement_error_resolved, tone: 'good' },
  written_off: { label: m.settlement_error_written_off, tone: 'done' },
};
export const errorNames: Readonly<Record<ErrorCode, () => string>> = {
  bad_account: m.settlement_code_bad_account,
  name_mismatch: m.settlement_code_name_mismatch,
  limit: m.settlement_code_limit,
  insufficient_float: m.settlement_code_insufficient_float,
  timeout: m.settlement_code_timeout,
  duplicate: m.settlement_code_duplicate,
  amount_mismatch: m.settlement_code_amount_mismatch,
  callback_lost: m.settlement_code_callback_lost,
  unknown: m.settlement_code_unknown,
};
export const railNames: Readonly<Record<Rail, () => string>> = { mpesa: m.settlement_rail_mpesa, bank: m.settlement_rail_bank };
export const partNames: Readonly<Record<LineKind, () => string>> = {
  opening: m.settlement_part_opening,
  gross: m.settlement_part_gross,
  commission: m.settlement_part_commission,
  expenses: m.settlement_part_expenses,
  tax: m.settlement_part_tax,
  sent: m.settlement_part_sent,
  other: m.settlement_part_other,
};
export const kindNames: Readonly<Record<SettlementHead['kind'], () => string>> = { run: m.settlement_kind_run, withdrawal: m.settlement_kind_withdrawal };
/** What a company has, by the account of the books it stands on. */
export const pocketNames: Readonly<Record<number, () => string>> = {
  2000: m.wallet_pocket_2000,
  2040: m.wallet_pocket_2040,
  2050: m.wallet_pocket_2050,
  2130: m.wallet_pocket_2130,
};
export const pocketName = (code: number): string => pocketNames[code]?.() ?? String(code);
