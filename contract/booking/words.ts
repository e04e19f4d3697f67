import { m } from '#words/messages.js';
import type { DeclineReason } from './kinds.ts';

/** Why somebody was declined, in letters and on screens. */
export const reasonNames: Readonly<Record<DeclineReason, () => string>> = {
  income: m.booking_reason_income,
  identity: m.booking_reason_identity,
  references: m.booking_reason_references,
  papers: m.booking_reason_papers,
  household: m.booking_reason_household,
  another: m.booking_reason_another,
  other: m.booking_reason_other,
};
