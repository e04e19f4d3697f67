import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { errorCodes } from '#contract/transfer/errors.ts';
import { payoutRails } from '#contract/wallet/kinds.ts';
import { m } from '#words/messages.js';
import { lineKinds } from './kinds.ts';
import { errorMachine, settlementMachine, transferMachine } from './machine.ts';
import { monthParts } from './month.ts';
import type { RetainedReason } from './net.ts';
import type { SettlementHead } from './shapes.ts';

export const transferLabels = labels('settlement_transfer', transferMachine.states);
export const errorStatusLabels = labels('settlement_error', errorMachine.states);
export const errorNames = labels('settlement_code', errorCodes);
export const railNames = labels('settlement_rail', payoutRails);
/** The name of each component of a payout: the same on the page, in the PDF and in the CSV file. */
export const monthPartNames = labels('settlement_part', lineKinds);
/** The names of the components in a monthly statement, where the other entries of a payout have names of their own. */
export const monthNames = labels('settlement_part', monthParts, { put_by: m.wallet_put_by, set_off: m.wallet_entry_set_off });
/** Texts for the part of the balance that is retained, and for the deductions before sending. */
export const retainedReasonNames: LabelMap<RetainedReason> = labels('settlement_part', ['held', 'reserve', 'later', 'cents', 'unasked']);
export const deductionNames = labels('settlement_part', ['left', 'fee']);
export const payoutStatusWords = labels('settlement_status', settlementMachine.states);
export const kindNames: LabelMap<SettlementHead['kind']> = labels('settlement_kind', ['run', 'withdrawal']);
