/** Networks reassign unused numbers to other people. */
export const phoneProofDays = 180;

/** Whether the number was verified too long ago for a code alone to open the account. */
export const isPhoneLapsed = (proved: Date | null, now: number): boolean => proved !== null && now - proved.getTime() > phoneProofDays * 86_400_000;
