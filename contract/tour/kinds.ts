/** For screens, without a schema. */
export const modes = ['in_person', 'video'] as const;
/** Whether the host's word is needed. */
export const kinds = ['instant', 'confirm'] as const;
/** Of whoever lives there now. */
export const consents = ['none', 'asked', 'given', 'refused'] as const;
/** What a visitor may do with a tour of theirs; another time is a change of the same tour. */
export const visitorActs = ['move', 'cancel', 'contest', 'miss_host', 'feedback'] as const;
export type VisitorAct = (typeof visitorActs)[number];
/** What a visitor says of the home afterwards: what spoke for or against it, and whether the price is right. */
export const feedbackReasons = ['size', 'light', 'condition', 'area', 'noise', 'security', 'water', 'other'] as const;
export const prices = ['low', 'fair', 'high'] as const;
export type Feedback = {
  readonly liked: boolean;
  readonly reasons: readonly (typeof feedbackReasons)[number][];
  readonly price: (typeof prices)[number] | null;
  readonly note: string;
};
/** So long after the visit something can still be said of it. */
export const feedbackDays = 30;
/** How a list is cut by time: what is today comes first. A week is what still stands of the seven days from today. */
export const whens = ['today', 'week', 'coming', 'past'] as const;
/** So many no-shows in so many days, and the next tour needs the host's word. */
export const noShows = { count: 2, days: 30 } as const;
