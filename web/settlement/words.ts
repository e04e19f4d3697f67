import type { ErrorHead, SettlementHead, TransferHead } from '#contract/settlement/shapes.ts';
import { statusWords } from '#contract/settlement/words.ts';
import type { ErrorCode } from '#contract/transfer/errors.ts';
import type { Rail } from '#contract/wallet/kinds.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

type Names<K extends string> = Readonly<Record<K, { label: () => string; tone: Tone }>>;
export type Status = SettlementHead['status'];
export const statusNames: Names<Status> = {
  draft: { label: statusWords.draft, tone: 'wait' },
  approved: { label: statusWords.approved, tone: 'info' },
  sending: { label: statusWords.sending, tone: 'special' },
  paid: { label: statusWords.paid, tone: 'good' },
  part_failed: { label: statusWords.part_failed, tone: 'bad' },
  canceled: { label: statusWords.canceled, tone: 'done' },
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
