/** Networks give numbers nobody uses to somebody else. */
export const phoneDays = 180;

/** Whether it is too long since somebody showed that a number is theirs for a code to it to open their account by itself. */
export const phoneLapsed = (proved: Date | null, now: number): boolean => proved !== null && now - proved.getTime() > phoneDays * 86_400_000;
