import { sql } from 'kysely';
import { auditChangeKinds } from '#contract/constants.ts';
import type { TenancyDetails } from '#contract/tenancy/shapes.ts';
import type { AuditChange } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { readMoveHistory } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

type Past = TenancyDetails['history'];
type Logged = { id: number; at: Date; kind: number; about: string | null; diff: AuditChange[]; reason: string | null; by: string | null };
const shown = 100;
const kinds = new Map<number, string>(Object.entries(auditChangeKinds).map(([name, number]) => [number, name]));
/** These fields are left out of the changes, because moves are listed separately. */
const byMoves = new Set(['status', 'stage']);

/** Replaces unit ids in the log by the names of the units. */
async function named(ctx: Pick<Ctx, 'db'>, rows: readonly Logged[]): Promise<Logged[]> {
  const ids = rows.flatMap(({ diff }) =>
    diff
      .filter((one) => one.field === 'unit_id')
      .flatMap((one) => [one.old, one.new])
      .map(Number),
  );
  if (ids.length === 0) return [...rows];
  const units = await unscopedTable(ctx.db, 'unit', 'current and former units of a tenancy that the caller sees')
    .select()
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute();
  const names = new Map(units.map((unit) => [unit.id, unit.name]));
  const name = (value: unknown) => (value === null ? null : (names.get(Number(value)) ?? ''));
  return rows.map((row) => ({
    ...row,
    diff: row.diff.map((one) => (one.field === 'unit_id' ? { ...one, old: name(one.old), new: name(one.new) } : one)),
  }));
}

const changesOf = (ctx: Pick<Ctx, 'db'>, id: number) =>
  sql<Logged>`/* unscoped: history of a tenancy that the caller sees */ select l.id, l.at, l.kind, null as about, l.diff, l.reason, p.name as by
    from audit_log l left join person p on p.id = l.actor_id where l.document = 'tenancies' and l.record_id = ${id} and l.kind <> ${auditChangeKinds.add}
    order by l.id desc limit ${shown}`.execute(ctx.db);
const papersOf = (ctx: Pick<Ctx, 'db'>, id: number) =>
  sql<Logged>`/* unscoped: documents of a tenancy that the caller manages */ select l.id, l.at, l.kind, f.name as about, '[]'::jsonb as diff, l.reason, p.name as by
    from audit_log l join ${getLookup('papersOfTenancy')(id)} f on f.id = l.record_id left join person p on p.id = l.actor_id
    where l.document = 'paper' order by l.id desc limit ${shown}`.execute(ctx.db);
type Moved = { id: number; at: Date; subject: 'agreement' | 'inspection'; to_state: string; about: string; reason: string | null; by: string | null };
const hanging = (ctx: Pick<Ctx, 'db'>, id: number) =>
  sql<Moved>`/* unscoped: agreements and inspections of a tenancy the caller manages */ select 'agreement' as subject, a.* from ${getLookup('agreementMovesOf')(id)} a
    union all select 'inspection', i.* from ${getLookup('inspectionMovesOf')(id)} i order by id desc limit ${shown}`.execute(ctx.db);

const correctionsOf = async (ctx: Ctx, id: number): Promise<Past> =>
  (await getLookup('correctedPayments')(ctx, { column: 'tenancy_id', id })).map(({ key, at, by, changes, ...payment }) => ({
    key,
    at,
    kind: 'payment' as const,
    move: payment.what,
    about: payment.code,
    payment,
    changes,
    reason: null,
    by,
  }));

const toHangingEntry = (row: Moved): Past[number] => ({
  key: `h${row.id}`,
  at: new Date(row.at).toISOString(),
  kind: row.subject,
  move: row.to_state,
  about: row.about,
  payment: null,
  changes: [],
  reason: row.reason,
  by: row.by,
});

/** The history, newest first: moves, changes, and for managers also documents, agreements, inspections and corrected payments. */
export async function readTenancyHistory(ctx: Ctx, id: number, manages: boolean): Promise<Past> {
  const moves = await readMoveHistory(ctx, 'tenancy', id).execute();
  const changes = await named(ctx, (await changesOf(ctx, id)).rows);
  const past: Past = [
    ...moves.map((one, at) => ({
      key: `m${moves.length - at}`,
      at: one.at.toISOString(),
      kind: 'move' as const,
      move: one.move,
      about: null,
      payment: null,
      changes: [],
      reason: one.reason,
      by: one.by,
    })),
    ...changes.flatMap((row) => {
      const left = row.diff.filter((one) => !byMoves.has(one.field));
      if (left.length === 0) return [];
      const said = { reason: manages ? row.reason : null, by: row.by };
      return [
        {
          key: `c${row.id}`,
          at: new Date(row.at).toISOString(),
          kind: 'change' as const,
          move: kinds.get(row.kind) ?? '',
          about: null,
          payment: null,
          changes: left,
          ...said,
        },
      ];
    }),
  ];
  if (manages) {
    for (const row of (await papersOf(ctx, id)).rows)
      past.push({
        key: `p${row.id}`,
        at: new Date(row.at).toISOString(),
        kind: 'paper',
        move: kinds.get(row.kind) ?? '',
        about: row.about,
        payment: null,
        changes: [],
        reason: row.reason,
        by: row.by,
      });
    past.push(...(await hanging(ctx, id)).rows.map(toHangingEntry));
    past.push(...(await correctionsOf(ctx, id)));
  }
  return past.sort((a, b) => (a.at > b.at ? -1 : a.at < b.at ? 1 : 0));
}
