import type { Db } from '#server/kernel/ctx.ts';
import type { LockOut } from '#server/kernel/personal-data.ts';

const lockOuts = new Set<LockOut>();
export const enlistLockOut = (takes: LockOut): unknown => lockOuts.add(takes);

/** Ended everywhere at once: the next request of somebody who was held back or lost their place finds nothing that lets them in. */
export async function lockOut(db: Db, personId: number): Promise<void> {
  for (const takes of lockOuts) await takes(db, personId);
}
