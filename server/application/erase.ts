import { clock } from '#contract/time/clock.ts';
import { processDueRows } from '#server/jobs/due-rows.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { childrenOf, type ScopedRow, sameRow, systemRows } from '#server/kernel/scoped-row.ts';
import { markForSweep } from '#server/media/service.ts';

const why = 'an application has expired, or its applicant requested erasure';

/** Removes documents; the file sweep deletes their bytes unless a later version contains them. */
export async function deleteApplicationDocuments(db: Db, papers: readonly ScopedRow<'application_file'>[]): Promise<void> {
  if (papers.length === 0) return;
  const gone = await sameRow(db, 'application_file', papers).remove().returning('stored').execute();
  const keys = [...new Set(gone.map((row) => row.stored))];
  const still = await unscopedTable(db, 'application_file', why).select().select('stored').where('stored', 'in', keys).execute();
  const free = keys.filter((key) => !still.some((row) => row.stored === key));
  if (free.length > 0) await markForSweep(db, free);
}

/** Deletes the key, so that the application cannot be read in any copy of the database. The fact that it existed and the access records stay. */
export async function eraseApplication(ctx: Pick<Ctx, 'db'>, row: ScopedRow<'application'>): Promise<void> {
  const { db } = ctx;
  const now = clock.now();
  await sameRow(db, 'application', row)
    .change()
    .set({ wrapped_key: null, sealed: null, parts: [], consents: JSON.stringify([]), erased_at: now })
    .where('erased_at', 'is', null)
    .execute();
  await deleteApplicationDocuments(db, await childrenOf(db, row, 'application_file', 'application_id').select().select('id').execute());
  await childrenOf(db, row, 'application_grant', 'application_id').change().set({ ended_at: now }).where('ended_at', 'is', null).execute();
  await childrenOf(db, row, 'application_mark', 'application_id').remove().execute();
}

/** Erases all versions of one person's application. */
export async function erasePersonApplications(ctx: Pick<Ctx, 'db'>, personId: number): Promise<number> {
  const rows = await systemRows(ctx.db, 'application', why)
    .select('id')
    .where('person_id', '=', personId)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const row of rows) await eraseApplication(ctx, row);
  return rows.length;
}

/** A scheduled job erases each due application in its own transaction; a repeated run finds nothing left to erase. */
export async function eraseDueApplications(db: Db): Promise<number> {
  const due = await unscopedTable(db, 'application', 'scheduled job erases applications')
    .select()
    .select('id')
    .where('erased_at', 'is', null)
    .where('erase_at', '<=', clock.now())
    .orderBy('erase_at')
    .execute();
  return processDueRows(db, due, async (tx, { id }) => {
    const row = await systemRows(tx, 'application', 'scheduled job erases applications')
      .select(['id', 'erase_at'])
      .where('id', '=', id)
      .where('erased_at', 'is', null)
      .where('erase_at', '<=', clock.now())
      .forUpdate()
      .executeTakeFirst();
    if (!row) return;
    await eraseApplication({ db: tx }, row);
    await audit(tx, asClock(tx), { kind: 'delete', document: 'application', id, reason: 'its time is over' });
  });
}

/** The latest time at which this version is erased. */
export const setApplicationEraseDay = (ctx: Pick<Ctx, 'db'>, row: ScopedRow<'application'>, at: Date) =>
  sameRow(ctx.db, 'application', row).change().set({ erase_at: at }).$call(oneRow);
