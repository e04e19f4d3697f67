import { labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { tourFeedbackPrices, tourFeedbackReasons, tourPeriods } from './kinds.ts';
import { tourMachine } from './machine.ts';

export const tourStatusLabels = labels('tour_status', tourMachine.states);
export const tourMoveLabels = labels('tour_move', tourMachine.moves, { lapse: m.tour_status_lapsed });
export const tourFeedbackReasonLabels = labels('tour_feedback', tourFeedbackReasons);
export const tourFeedbackPriceLabels = labels('tour_feedback_price', tourFeedbackPrices);
export const tourPeriodLabels = labels('tour_when', tourPeriods);
