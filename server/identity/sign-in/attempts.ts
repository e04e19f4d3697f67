import { clearAttempts, countAttempt, refundAttempt, type ThrottleLimit } from '#server/http/throttle.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { getNetworkKey } from '#server/kernel/process/network.ts';

const seconds = 15 * 60;
/** Limits the failed attempts from one IP address. Hundreds of people share the address of a mobile network, so a success is taken off the count. */
export const ipAttemptLimit: ThrottleLimit = { limit: 200, seconds };
const limits = {
  password: { device: { limit: 20, seconds }, place: { limit: 8, seconds }, account: { limit: 40, seconds } },
  code: { device: { limit: 10, seconds }, place: { limit: 6, seconds }, account: { limit: 6, seconds } },
} as const satisfies Record<string, Record<string, ThrottleLimit>>;

export type SignInAttempt = {
  readonly wait: number /** A success does not count. */;
  readonly right: () => Promise<void> /** An attempt without a check does not count either. */;
  readonly undone: () => Promise<void>;
};

/**
 * Counts one sign-in (login) attempt for the rate limit and lockout of password and two-step sign-in. A device that the person used before has a limit of its own, so that
 * strangers cannot lock the person out. Other attempts are limited by address and account, then by account, then by address. An attempt refused at
 * one limit does not count towards the next.
 */
export async function countSignInAttempt(
  db: Db,
  kind: keyof typeof limits,
  { account, device, ip }: { account: string; device: string | null; ip: string },
): Promise<SignInAttempt> {
  const { device: byDevice, place, account: byAccount } = limits[kind];
  const address = getNetworkKey(ip);
  const counted: readonly (readonly [string, ThrottleLimit])[] = device
    ? [[`${kind}:device:${account}:${device}`, byDevice]]
    : [
        [`${kind}:place:${account}:${address}`, place],
        [`${kind}:account:${account}`, byAccount],
        [attemptAddressKey(ip), ipAttemptLimit],
      ];
  for (const [key, throttle] of counted) {
    const wait = await countAttempt(db, key, throttle);
    if (wait > 0) return { wait, right: async () => undefined, undone: async () => undefined };
  }
  return {
    wait: 0,
    right: async () => {
      const [[own] = [''], ...shared] = counted;
      await clearAttempts(db, own);
      for (const [key] of shared) await refundAttempt(db, key);
    },
    undone: async () => {
      for (const [key] of counted) await refundAttempt(db, key);
    },
  };
}

export const attemptAddressKey = (ip: string): string => `sign-in:address:${getNetworkKey(ip)}`;
