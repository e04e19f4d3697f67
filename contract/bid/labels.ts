import { labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { bidMachine, saleMachine } from './machine.ts';
import { financingKinds, saleStepNames } from './terms.ts';

export const bidStatusLabels = labels('bid_status', bidMachine.states);
export const saleStatusLabels = labels('bid_sale_status', saleMachine.states);
export const bidMoveLabels = labels('bid_move', bidMachine.moves, { accept_counter: m.bid_move_accept, decline_counter: m.bid_move_decline });
export const saleStepLabels = labels('bid_step', saleStepNames);
export const bidFinancingLabels = labels('bid_financing', financingKinds);
