import { type Throttle, takeApart } from '#server/http/throttle.ts';
import { type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';

const quarter = 15 * 60;
export const limits = {
  /** By address: hundreds share one behind a mobile network. */
  join: { limit: 60, seconds: 60 * 60 },
  forgotten: { limit: 100, seconds: 60 * 60 },
  mailTo: { limit: 5, seconds: 60 * 60 },
  mailDay: { limit: 10, seconds: 24 * 60 * 60 },
  link: { limit: 30, seconds: quarter },
  password: { limit: 8, seconds: quarter },
  code: { limit: 6, seconds: quarter },
  /** Codes texted to one number: more than a person needs only costs. */
  codeTo: { limit: 5, seconds: 60 * 60 },
  codeDay: { limit: 12, seconds: 24 * 60 * 60 },
  /** Kept apart for the browsers its person came in from before. */
  codeOwn: { limit: 5, seconds: 24 * 60 * 60 },
  /** Answers typed for one number, by all who asked for a code to it: beyond, everybody waits a little and no code gets worse. */
  codeTyped: { limit: 20, seconds: 60 },
  export: { limit: 10, seconds: 60 * 60 },
} as const satisfies Record<string, Throttle>;

/** Counts one attempt apart from any transaction, so that a refused one counts too; refuses when there were too many. */
export async function within(db: Db, name: keyof typeof limits, key: string): Promise<void> {
  const wait = await takeApart(db, `${name}:${key}`, limits[name]);
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'), { retry_after: wait });
}
