import { sql } from 'kysely';
import { getReferencedTable, type ReferencedTable } from '#contract/audit/points.ts';
import type { AuditChange } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { m } from '#words/messages.js';

type Thing = { readonly name?: 'title' | 'code'; readonly gone?: string; readonly sw?: true; readonly open?: true; readonly removed: () => string };
/**
 * For each table, the name of a record, how a deleted one is recognised, and the name it then has. Records without an owner are visible to everyone.
 */
const things: Readonly<Record<ReferencedTable, Thing>> = {
  person: { gone: 'closed_at', removed: m.audit_removed_person },
  company: { removed: m.audit_removed_company },
  property: { gone: 'deleted_at', removed: m.audit_removed_property },
  unit: { gone: 'deleted_at', removed: m.audit_removed_unit },
  listing: { name: 'title', gone: 'deleted_at', removed: m.audit_removed_listing },
  location: { gone: 'deleted_at', open: true, removed: m.audit_removed_place },
  taxon: { gone: 'deleted_at', sw: true, open: true, removed: m.audit_removed_kind },
  staff_role: { gone: 'deleted_at', removed: m.audit_removed_role },
  team: { gone: 'deleted_at', removed: m.audit_removed_team },
  featured_product: { gone: 'deleted_at', removed: m.audit_removed_slot },
  vacancy: { name: 'title', gone: 'deleted_at', removed: m.audit_removed_job },
  rating_category: { gone: 'deleted_at', sw: true, open: true, removed: m.audit_removed_kind },
  media_file: { removed: m.audit_removed_file },
  payment: { name: 'code', removed: m.audit_removed_payment },
  tenancy: { name: 'code', removed: m.audit_removed_tenancy },
};

type Named = { id: number; name: string | null; gone: boolean };
/** The names of these records within the reader's scope. A record outside it has no name here. */
async function namesOf({ db, me }: Pick<Ctx, 'db' | 'me'>, table: ReferencedTable, ids: readonly number[]): Promise<Map<number, string | null>> {
  const { name = 'name', gone, sw, open, removed } = things[table];
  const called = sw && localeContext.current() === 'sw' ? sql`coalesce(nullif(name_sw, ''), name)` : sql.ref(name);
  const seen = open ? sql<boolean>`true` : visibleTo(table as Exclude<ReferencedTable, 'location' | 'taxon' | 'rating_category'>, me);
  const { rows } = await sql<Named>`/* unscoped: names are shown only for entries within the caller’s scope */
    select id, case when ${seen} then ${called} end as name, ${gone ? sql`${sql.ref(gone)} is not null` : sql`false`} as gone
    from ${sql.table(table)} where id = any(${[...ids]}::bigint[])`.execute(db);
  const found = new Map(rows.map((row) => [Number(row.id), row.gone ? removed() : row.name]));
  return new Map(ids.map((id) => [id, found.has(id) ? (found.get(id) ?? null) : removed()]));
}

type Logged = { readonly document: string; readonly changes: readonly AuditChange[] };
const idsIn = ({ old, new: now }: AuditChange): number[] => [old, now].flat().filter((value) => typeof value === 'number');

/** The changes of one page of the log, with names in place of ids: one query per table, however many rows there are. */
export async function addRecordNames(ctx: Pick<Ctx, 'db' | 'me'>, rows: readonly Logged[]): Promise<AuditChange[][]> {
  const asked = new Map<ReferencedTable, Set<number>>();
  for (const { document, changes } of rows)
    for (const change of changes) {
      const table = getReferencedTable(document, change.field);
      if (!table) continue;
      const ids = asked.get(table) ?? new Set<number>();
      for (const id of idsIn(change)) ids.add(id);
      asked.set(table, ids);
    }
  const names = new Map<ReferencedTable, Map<number, string | null>>();
  for (const [table, ids] of asked) if (ids.size > 0) names.set(table, await namesOf(ctx, table, [...ids]));
  return rows.map(({ document, changes }) =>
    changes.map((change) => inNames(change, names.get(getReferencedTable(document, change.field) ?? 'person'), document)),
  );
}

/** When one of the two values may not be named, neither is: such a reader learns only that it changed. */
function inNames(change: AuditChange, names: Map<number, string | null> | undefined, document: string): AuditChange {
  if (!names || getReferencedTable(document, change.field) === null) return change;
  if (idsIn(change).some((id) => names.get(id) === null)) return change;
  const say = (value: unknown): unknown => (Array.isArray(value) ? value.map(say) : typeof value === 'number' ? (names.get(value) ?? value) : value);
  return { field: change.field, old: say(change.old), new: say(change.new) };
}
