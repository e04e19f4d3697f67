import { m } from '#words/messages.js';

/** Automatic reasons of a cancelled tour: stored by these names, shown in the reader's language. */
export const tourReasons = {
  'nobody confirmed the tour in time': m.tour_reason_lapsed,
  'nobody said whether the tour took place': m.tour_reason_unmarked,
  'the platform paused what was to be seen': m.tour_reason_frozen,
  'the agent no longer shows the property': m.tour_reason_mandate,
  'whoever lives there did not agree': m.tour_reason_consent,
  'the host no longer shows the home': m.tour_reason_host,
  'the home is no longer offered': m.tour_reason_closed,
} as const satisfies Readonly<Record<string, () => string>>;
export type TourReason = keyof typeof tourReasons;

/** The reason in the reader's language; text typed by a person stays as it is. */
export const translateTourReason = (text: string): string => (text in tourReasons ? tourReasons[text as TourReason]() : text);
