import { addDays, type Day } from '#contract/time/days.ts';

/** What must be there before somebody moves in, in the order it is said. The first three may be waived with a reason. */
export const guards = ['agreement', 'payment', 'inspection', 'unit', 'start'] as const;
export type Guard = (typeof guards)[number];
export const waivable = ['agreement', 'payment', 'inspection'] as const;
export type Waivable = (typeof waivable)[number];
/** Whose signature is missing is the holder's to waive: an agent does not do without the owner's lease. */
export const holdersOwn: readonly Waivable[] = ['agreement'];

export type GuardFacts = Readonly<Record<Guard, boolean>> & { readonly waived: readonly string[] };
/** What is still missing. Never before its start day, and never in a unit somebody else holds, whatever was waived. */
export const missingOf = (facts: GuardFacts): Guard[] =>
  guards.filter((guard) => !facts[guard] && !((waivable as readonly string[]).includes(guard) && facts.waived.includes(guard)));

/** A leaving day a manager writes down keeps the notice that was agreed; both sides may agree to less. */
export const earliestLeaving = (today: Day, noticeDays: number, agreed: boolean): Day => (agreed ? today : addDays(today, noticeDays));
/** A change of rent is told at least so many days before. */
export const earliestRentChange = (today: Day, noticeDays: number): Day => addDays(today, noticeDays);
