/** The kind of employment. */
export const jobKinds = ['full_time', 'part_time', 'contract', 'internship'] as const;
export type JobKind = (typeof jobKinds)[number];
