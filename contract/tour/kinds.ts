/** For screens, without a schema. */
export const tourModes = ['in_person', 'video'] as const;
/** Whether the host must confirm. */
export const tourConfirmationKinds = ['instant', 'confirm'] as const;
/** The consent of the current occupant. */
export const occupantConsentStatuses = ['none', 'asked', 'given', 'refused'] as const;
/** What visitors may do with their own tour. Another time is a change of the same tour. */
export const tourVisitorActions = ['move', 'cancel', 'contest', 'miss_host', 'feedback'] as const;
export type TourVisitorAction = (typeof tourVisitorActions)[number];
/** A visitor's feedback on the home: points for and against it, and whether the price is right. */
export const tourFeedbackReasons = ['size', 'light', 'condition', 'area', 'noise', 'security', 'water', 'other'] as const;
export const tourFeedbackPrices = ['low', 'fair', 'high'] as const;
export type TourFeedback = {
  readonly liked: boolean;
  readonly reasons: readonly (typeof tourFeedbackReasons)[number][];
  readonly price: (typeof tourFeedbackPrices)[number] | null;
  readonly note: string;
};
/** Days after the visit in which feedback is accepted. */
export const tourFeedbackDays = 30;
/** The time filter of a list, with today first. A week is what remains of the seven days from today. */
export const tourPeriods = ['today', 'week', 'coming', 'past'] as const;
/** After this many no-shows in this many days, the host must confirm the next tour. */
export const noShowLimit = { count: 2, days: 30 } as const;
