import { sql } from 'kysely';
import { forgetPerson } from '#server/identity/service.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Job } from '#server/kernel/clock.ts';
import { type Db, nobody } from '#server/kernel/ctx.ts';

/** How long a closed account keeps its name, for whoever has to answer for it. */
export const holdDays = 30;
const anonymous = 'Closed account';

/** Takes the person out of accounts that were closed long enough ago; what they did stays in the books under their code. */
export async function anonymise(db: Db): Promise<number> {
  const closed = await db
    .selectFrom('person')
    .select(['id', 'code'])
    .where(sql<boolean>`closed_at <= now() - make_interval(days => ${holdDays})`)
    .where('name', '<>', anonymous)
    .limit(500)
    .execute();
  const ctx = { me: nobody, from: { requestId: 'clock', ip: '', agent: 'clock' }, note: { audited: 0 } };
  for (const { id, code } of closed) {
    await db.transaction().execute(async (tx) => {
      await forgetPerson(tx, id, { name: anonymous, email: `closed-${id}@closed.invalid` });
      await audit(tx, ctx, { kind: 'undefined', document: 'account', id, code, reason: 'anonymised after the hold' });
    });
  }
  return closed.length;
}

export const peopleJobs: readonly Job[] = [{ name: 'people.anonymise', everyMinutes: 24 * 60, run: anonymise }];
