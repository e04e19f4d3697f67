import { type ThrottleLimit, takeApart } from '#server/http/throttle.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';

const quarter = 15 * 60;
export const identityLimits = {
  /** Per address: hundreds share one mobile network address. */
  join: { limit: 60, seconds: 60 * 60 },
  forgotten: { limit: 100, seconds: 60 * 60 },
  mailTo: { limit: 5, seconds: 60 * 60 },
  mailDay: { limit: 10, seconds: 24 * 60 * 60 },
  link: { limit: 30, seconds: quarter },
  password: { limit: 8, seconds: quarter },
  code: { limit: 6, seconds: quarter },
  /** Codes texted to one number: a person needs no more, and each one costs. */
  codeTo: { limit: 5, seconds: 60 * 60 },
  codeDay: { limit: 12, seconds: 24 * 60 * 60 },
  /** Reserved for browsers the person used before. */
  codeOwn: { limit: 5, seconds: 24 * 60 * 60 },
  /** Answers for one number over all requests: beyond this everyone waits a little, but no code is voided. */
  codeTyped: { limit: 20, seconds: 60 },
  export: { limit: 10, seconds: 60 * 60 },
} as const satisfies Record<string, ThrottleLimit>;

/** Counts one attempt outside any transaction, so that refused ones count too; refuses when the limit is reached. */
export async function assertWithinLimit(db: Db, name: keyof typeof identityLimits, key: string): Promise<void> {
  const wait = await takeApart(db, `${name}:${key}`, identityLimits[name]);
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
}
