import { labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { feedbackPrices, feedbackReasons, tourPeriods } from './kinds.ts';
import { tourMachine } from './machine.ts';

export const tourStatusLabels = labels('tour_status', tourMachine.states);
export const tourMoveNames = labels('tour_move', tourMachine.moves, { lapse: m.tour_status_lapsed });
export const feedbackReasonNames = labels('tour_feedback', feedbackReasons);
export const feedbackPriceNames = labels('tour_feedback_price', feedbackPrices);
export const tourPeriodNames = labels('tour_when', tourPeriods);
