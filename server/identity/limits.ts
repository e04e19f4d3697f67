import { countAttemptSeparately, type ThrottleLimit } from '#server/http/throttle.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';

const quarter = 15 * 60;
/** Rate limits of sign-in (login), registration, codes and links. */
export const identityLimits = {
  /** Per IP address; high, because hundreds of people share the address of a mobile network. */
  join: { limit: 60, seconds: 60 * 60 },
  forgotten: { limit: 100, seconds: 60 * 60 },
  mailTo: { limit: 5, seconds: 60 * 60 },
  mailDay: { limit: 10, seconds: 24 * 60 * 60 },
  link: { limit: 30, seconds: quarter },
  password: { limit: 8, seconds: quarter },
  code: { limit: 6, seconds: quarter },
  /** Codes texted to one number. A person needs no more, and each SMS costs money. */
  codeTo: { limit: 5, seconds: 60 * 60 },
  codeDay: { limit: 12, seconds: 24 * 60 * 60 },
  /** Codes reserved for browsers that the person used before. */
  codeOwn: { limit: 5, seconds: 24 * 60 * 60 },
  /** Codes entered for one number over all requests. Above this limit every browser has to wait a short time, but no code becomes invalid. */
  codeTyped: { limit: 20, seconds: 60 },
  export: { limit: 10, seconds: 60 * 60 },
} as const satisfies Record<string, ThrottleLimit>;

/** Counts an attempt outside any transaction, so that refused attempts are counted too. Refuses above the limit. */
export async function assertWithinLimit(db: Db, name: keyof typeof identityLimits, key: string): Promise<void> {
  const wait = await countAttemptSeparately(db, `${name}:${key}`, identityLimits[name]);
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
}
