/** Networks reassign unused numbers to other people. */
export const phoneProofValidityDays = 180;

/** Whether the number was verified too long ago for a code alone to open the account. */
export const isPhoneProofExpired = (proved: Date | null, now: number): boolean =>
  proved !== null && now - proved.getTime() > phoneProofValidityDays * 86_400_000;
