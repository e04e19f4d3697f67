import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { transferErrorCodes } from '#contract/transfer/errors.ts';
import { bankChannels } from '#contract/wallet/bank-channel.ts';
import { payoutRails } from '#contract/wallet/kinds.ts';
import { m } from '#words/messages.js';
import { payoutLineKinds } from './kinds.ts';
import { payoutErrorMachine, settlementMachine, transferMachine } from './machine.ts';
import { monthStatementParts } from './month.ts';
import type { RetainedReason } from './net.ts';
import type { SettlementSummary } from './shapes.ts';

export const transferStatusLabels = labels('settlement_transfer', transferMachine.states);
export const payoutErrorStatusLabels = labels('settlement_error', payoutErrorMachine.states);
export const transferErrorCodeLabels = labels('settlement_code', transferErrorCodes);
export const payoutRailLabels = labels('settlement_rail', payoutRails);
/** The same in every language, because the bank reads them. */
export const bankChannelLabels = labels('settlement_channel', bankChannels);
/** The name of each component of a payout: the same on the page, in the PDF and in the CSV file. */
export const payoutLineKindLabels = labels('settlement_part', payoutLineKinds);
/** The names of the components in a monthly statement, where the other entries of a payout have names of their own. */
export const monthStatementPartLabels = labels('settlement_part', monthStatementParts, { put_by: m.wallet_put_by, set_off: m.wallet_entry_set_off });
/** Texts for the part of the balance that is retained, and for the deductions before sending. */
export const retainedReasonLabels: LabelMap<RetainedReason> = labels('settlement_part', ['held', 'reserve', 'later', 'cents', 'unasked']);
export const payoutDeductionLabels = labels('settlement_part', ['left', 'fee']);
export const payoutStatusLabels = labels('settlement_status', settlementMachine.states);
export const payoutKindLabels: LabelMap<SettlementSummary['kind']> = labels('settlement_kind', ['run', 'withdrawal']);
