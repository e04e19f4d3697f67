import type { Db } from '#server/kernel/ctx.ts';
import type { LockOut } from '#server/kernel/personal-data.ts';

const lockOuts = new Set<LockOut>();
export const registerLockOut = (takes: LockOut): unknown => lockOuts.add(takes);

/** Account lockout: ends all access immediately, so the next request of a suspended or removed person is refused. */
export async function lockOut(db: Db, personId: number): Promise<void> {
  for (const takes of lockOuts) await takes(db, personId);
}
