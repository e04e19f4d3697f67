import { type Labels, labels } from '#contract/kernel/labels.ts';
import { errorCodes } from '#contract/transfer/errors.ts';
import { rails } from '#contract/wallet/kinds.ts';
import { m } from '#words/messages.js';
import { lineKinds } from './kinds.ts';
import { errorMachine, settlementMachine, transferMachine } from './machine.ts';
import { monthParts } from './month.ts';
import type { Stay } from './net.ts';
import type { SettlementHead } from './shapes.ts';

export const transferLabels = labels('settlement_transfer', transferMachine.states);
export const errorStatusLabels = labels('settlement_error', errorMachine.states);
export const errorNames = labels('settlement_code', errorCodes);
export const railNames = labels('settlement_rail', rails);
/** What each figure of a payout is called: the same on the page, on paper and in a table file. */
export const partNames = labels('settlement_part', lineKinds);
/** The same in a month's statement, where a payout's other things have names of their own. */
export const monthNames = labels('settlement_part', monthParts, { put_by: m.wallet_put_by, set_off: m.wallet_entry_set_off });
/** Why some of what is there stays, and what is taken off before it is sent. */
export const staysNames: Labels<Stay> = labels('settlement_part', ['held', 'reserve', 'later', 'cents', 'unasked']);
export const offNames = labels('settlement_part', ['left', 'fee']);
export const statusWords = labels('settlement_status', settlementMachine.states);
export const kindNames: Labels<SettlementHead['kind']> = labels('settlement_kind', ['run', 'withdrawal']);
