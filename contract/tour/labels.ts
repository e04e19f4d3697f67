import { labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { feedbackPrices, feedbackReasons, tourPeriods } from './kinds.ts';
import { tourMachine } from './machine.ts';

export const statusLabels = labels('tour_status', tourMachine.states);
export const moveNames = labels('tour_move', tourMachine.moves, { lapse: m.tour_status_lapsed });
export const feedbackNames = labels('tour_feedback', feedbackReasons);
export const feedbackPriceNames = labels('tour_feedback_price', feedbackPrices);
export const whenNames = labels('tour_when', tourPeriods);
