import { forget, giveBack, type Throttle, take } from '#server/http/throttle.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { networkOf } from '#server/kernel/process/network.ts';

const seconds = 15 * 60;
/** Behind one address of a mobile network sit hundreds, so what is right gives its count back and only what is wrong adds up. */
export const perAddress: Throttle = { limit: 200, seconds };
const limits = {
  password: { device: { limit: 20, seconds }, place: { limit: 8, seconds }, account: { limit: 40, seconds } },
  code: { device: { limit: 10, seconds }, place: { limit: 6, seconds }, account: { limit: 6, seconds } },
} as const satisfies Record<string, Record<string, Throttle>>;

export type Attempt = {
  readonly wait: number /** It was right: it does not count. */;
  readonly right: () => Promise<void> /** It was not looked at: nor does that. */;
  readonly undone: () => Promise<void>;
};

/**
 * One attempt to get into an account. A device the person has used before counts by itself, so nobody locks them out from elsewhere;
 * others count by where they come from, then all together for the account, then for the address. What is refused at one counts no further.
 */
export async function attempt(
  db: Db,
  kind: keyof typeof limits,
  { account, device, ip }: { account: string; device: string | null; ip: string },
): Promise<Attempt> {
  const { device: byDevice, place, account: byAccount } = limits[kind];
  const address = networkOf(ip);
  const counted: readonly (readonly [string, Throttle])[] = device
    ? [[`${kind}:device:${account}:${device}`, byDevice]]
    : [
        [`${kind}:place:${account}:${address}`, place],
        [`${kind}:account:${account}`, byAccount],
        [addressKey(ip), perAddress],
      ];
  for (const [key, throttle] of counted) {
    const wait = await take(db, key, throttle);
    if (wait > 0) return { wait, right: async () => undefined, undone: async () => undefined };
  }
  return {
    wait: 0,
    right: async () => {
      const [[own] = [''], ...shared] = counted;
      await forget(db, own);
      for (const [key] of shared) await giveBack(db, key);
    },
    undone: async () => {
      for (const [key] of counted) await giveBack(db, key);
    },
  };
}

export const addressKey = (ip: string): string => `sign-in:address:${networkOf(ip)}`;
