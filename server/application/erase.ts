import { clock } from '#contract/time/clock.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import { audit } from '#server/kernel/audit.ts';
import { atClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { everything, oneRow } from '#server/kernel/scoped.ts';
import { doubt } from '#server/media/service.ts';

const why = 'an application whose time is over, or whose person wants it gone';

/** Takes papers away; their bytes go with the next sweep of files unless a later version carries them. */
export async function dropPapers(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await everything(db, 'application_file', why).remove().where('id', 'in', ids).returning('stored').execute();
  const keys = [...new Set(gone.map((row) => row.stored))];
  const still = await everything(db, 'application_file', why).select().select('stored').where('stored', 'in', keys).execute();
  const free = keys.filter((key) => !still.some((row) => row.stored === key));
  if (free.length > 0) await doubt(db, free);
}

/** The key is dropped: what it opened is gone, in every copy of the database. That there was one, and who looked, stays. */
export async function eraseOne(ctx: Pick<Ctx, 'db'>, id: number): Promise<void> {
  const { db } = ctx;
  const now = clock.now();
  await everything(db, 'application', why)
    .change()
    .set({ wrapped_key: null, sealed: null, parts: [], consents: JSON.stringify([]), erased_at: now })
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .execute();
  const papers = await everything(db, 'application_file', why).select().select('id').where('application_id', '=', id).execute();
  await dropPapers(
    db,
    papers.map((row) => row.id),
  );
  await everything(db, 'application_grant', why)
    .change()
    .set({ ended_at: now })
    .where('application_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await everything(db, 'application_mark', why).remove().where('application_id', '=', id).execute();
}

/** Everything one person said, all versions. */
export async function eraseAllOf(ctx: Pick<Ctx, 'db'>, personId: number): Promise<number> {
  const rows = await everything(ctx.db, 'application', why)
    .select()
    .select('id')
    .where('person_id', '=', personId)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id } of rows) await eraseOne(ctx, id);
  return rows.length;
}

/** Run by the clock, each in a transaction of its own: a repeat finds nothing left. */
export async function eraseDue(db: Db): Promise<number> {
  const due = await everything(db, 'application', 'the clock erases applications')
    .select()
    .select('id')
    .where('erased_at', 'is', null)
    .where('erase_at', '<=', clock.now())
    .orderBy('erase_at')
    .execute();
  return eachDue(db, due, async (tx, { id }) => {
    const row = await everything(tx, 'application', 'the clock erases applications')
      .select()
      .select(['id', 'erase_at'])
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .where('erase_at', '<=', clock.now())
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    await eraseOne({ db: tx }, id);
    await audit(tx, atClock(tx), { kind: 'delete', document: 'application', id, reason: 'its time is over' });
  });
}

/** When this version goes at the latest. */
export const eraseBy = (ctx: Pick<Ctx, 'db'>, id: number, at: Date) =>
  everything(ctx.db, 'application', why).change().set({ erase_at: at }).where('id', '=', id).$call(oneRow);
