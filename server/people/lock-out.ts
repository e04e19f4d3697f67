import type { Db } from '#server/kernel/ctx.ts';
import type { LockOutHandler } from '#server/kernel/personal-data.ts';

const lockOuts = new Set<LockOutHandler>();
export const registerAccessRevoker = (takes: LockOutHandler): unknown => lockOuts.add(takes);

/** Account lockout: ends all access immediately, so the next request of a suspended or removed person is refused. */
export async function revokeAllAccess(db: Db, personId: number): Promise<void> {
  for (const takes of lockOuts) await takes(db, personId);
}
