import type { Input, Result } from '#contract/kernel/call.ts';
import { readCsv } from '#contract/kernel/csv.ts';
import type { ImportRow, unitImportCalls } from '#contract/unit/import-calls.ts';
import { type UnitField, unitFields, unitLimits } from '#contract/unit/kinds.ts';
import { type SavedMapping, savedMappingOf } from '#contract/unit/mapping.ts';
import type { UnitWord } from '#contract/unit/readers.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { pageOf } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { missing, propertyForWork, takenNames, unitTypes } from './find.ts';
import { readUnit } from './judge.ts';
import { sayLivedIn } from './lived-in.ts';
import { bedroomsOf, type Traits } from './rows.ts';
import { insertUnits } from './write.ts';

type Calls = typeof unitImportCalls;
type Given = Input<Calls['importCheck']>;
type Judged = ImportRow & { unit: Traits | null; occupied: boolean };

/** Reads one row: what it becomes, or everything that is wrong with it. */
function judgeRow(
  line: number,
  cells: readonly string[],
  given: Given,
  types: readonly UnitWord[],
  taken: Awaited<ReturnType<typeof takenNames>>,
): Judged {
  const text = (field: UnitField) => cells[given.columns.indexOf(field)] ?? '';
  const { unit, type, occupied, problems } = readUnit(text, types, given.unit_type_id, taken);
  const { name, block, bedrooms, rent_cents, deposit_cents } = unit;
  return {
    ...{
      line,
      name,
      block,
      unit_type: type?.name ?? null,
      bedrooms: bedroomsOf(bedrooms, type?.bedrooms ?? null),
      rent_cents,
      deposit_cents,
      occupied: occupied ?? false,
      problems,
    },
    unit: problems.length === 0 ? unit : null,
  };
}

/** The dry run and the import are judged by the same rules, so the first never promises what the second refuses. */
async function judge(ctx: Ctx, given: Given) {
  const property = await propertyForWork(ctx, given.property_id, 'units.create');
  const named = given.columns.filter((field) => field !== null);
  if (!named.includes('name')) throw invalid({ columns: m.unit_problem_columns_name() });
  if (new Set(named).size !== named.length) throw invalid({ columns: m.unit_problem_columns_twice() });
  const types = await unitTypes(ctx);
  if (given.unit_type_id !== undefined && !types.some((one) => one.id === given.unit_type_id)) throw invalid({ unit_type_id: m.unit_problem_type() });
  const rows = readCsv(given.csv);
  const heads = given.headed ? (rows[0] ?? []) : [];
  const lines = rows.flatMap((cells, at) => ((given.headed && at === 0) || cells.every((cell) => cell === '') ? [] : [{ line: at + 1, cells }]));
  if (lines.length === 0) throw invalid({ csv: m.unit_problem_no_rows() });
  if (lines.length > unitLimits.rows) throw invalid({ csv: m.unit_problem_many_rows({ rows: lines.length, most: unitLimits.rows }) });
  const taken = await takenNames(ctx, property.id);
  return { property, heads, judged: lines.map(({ line, cells }) => judgeRow(line, cells, given, types, taken)) };
}

/** Writes nothing but that somebody tried. */
export async function importCheck(ctx: Ctx, given: Given): Promise<Result<Calls['importCheck']>> {
  const { property, judged } = await judge(ctx, given);
  const good = judged.filter((row) => row.unit).length;
  const after = { rows: judged.length, good };
  await audit(ctx.db, ctx, {
    kind: 'undefined',
    document: 'units',
    id: null,
    code: property.code,
    after,
    reason: 'file checked, nothing brought in',
  });
  return { rows: judged.map(({ unit: _, ...row }) => row), good, bad: judged.length - good };
}

export async function importUnits(ctx: Ctx, { file_name, ...given }: Input<Calls['importUnits']>): Promise<Result<Calls['importUnits']>> {
  const { property, heads, judged } = await judge(ctx, given);
  const units = judged.flatMap((row) => (row.unit ? [row.unit] : []));
  if (units.length === 0) throw invalid({ csv: m.unit_problem_no_good_row() });
  const refused = judged.length - units.length;
  const rows = judged.flatMap(({ unit, occupied }) => (unit ? [{ unit, occupied, since: null }] : []));
  const mapping = savedMappingOf(heads, given.columns);
  const { batch } = await bringUnits(ctx, property, rows, { file_name, refused, mapping });
  const after = { file_name, property: property.code, made: units.length, refused };
  await audit(ctx.db, ctx, { kind: 'add', document: 'units', id: null, code: batch.code, after, reason: 'file brought in' });
  return { ...batch, made: units.length, refused };
}

type Brought = { readonly unit: Traits; readonly occupied: boolean; readonly since: string | null };
type File = { file_name: string; refused: number; mapping: SavedMapping; intake_id?: number; made_property?: boolean };

/** The units of one file in one property, known by it from then on; answers them in the order they were given. The names were found free. */
export async function bringUnits(ctx: Ctx, property: { id: number; company_id: number }, rows: readonly Brought[], { mapping, ...file }: File) {
  const batch = await add(ctx, 'import_batch')
    .values({
      ...file,
      company_id: ctx.me.companyId ?? property.company_id,
      property_id: property.id,
      mapping: JSON.stringify(mapping),
      made: rows.length,
      created_by: ctx.me.userId,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const units = rows.map((row) => row.unit);
  const made = await insertUnits(ctx, property.id, units, batch.id);
  const byName = new Map(made.map((unit) => [unit.name, unit.id]));
  const ids = units.map((unit) => byName.get(unit.name) ?? 0);
  const lived = rows.flatMap((row, at) => (row.occupied ? [{ id: ids[at] ?? 0, since: row.since }] : []));
  await sayLivedIn(ctx, lived);
  return { batch, ids };
}

async function seenProperty(ctx: Ctx, id: number): Promise<void> {
  const row = await from(ctx, 'property').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw missing();
}

const isField = (value: unknown): value is UnitField => (unitFields as readonly unknown[]).includes(value);

export async function importStart(ctx: Ctx, { property_id }: Input<Calls['importStart']>): Promise<Result<Calls['importStart']>> {
  await seenProperty(ctx, property_id);
  const last = await from(ctx, 'import_batch')
    .select('mapping')
    .where('company_id', ctx.me.companyId === null ? 'is' : '=', ctx.me.companyId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const remembered: SavedMapping = Object.fromEntries(
    Object.entries(last?.mapping ?? {}).filter((pair): pair is [string, UnitField] => isField(pair[1])),
  );
  return { remembered };
}

export async function batches(ctx: Ctx, { property_id, page, page_size }: Input<Calls['batches']>): Promise<Result<Calls['batches']>> {
  await seenProperty(ctx, property_id);
  const found = from(ctx, 'import_batch')
    .leftJoin('person', 'person.id', 'import_batch.created_by')
    .where('import_batch.property_id', '=', property_id)
    // A sheet that only updated units here brought none, and is taken back where it was brought.
    .where((eb) => eb.or([eb('import_batch.made', '>', 0), eb('import_batch.intake_id', 'is', null)]));
  const { rows, count } = await pageOf(found, { page, page_size }, (q) =>
    q
      .select([
        'import_batch.id',
        'import_batch.code',
        'file_name',
        'made',
        'refused',
        'import_batch.created_at',
        'undone_at',
        'person.name as created_by',
      ])
      .orderBy('import_batch.id', 'desc'),
  );
  return {
    count,
    results: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), undone_at: row.undone_at?.toISOString() ?? null })),
  };
}
