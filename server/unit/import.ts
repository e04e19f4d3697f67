import { toColumnPositions } from '#contract/importer/columns.ts';
import { type CsvRow, readRowsBelow } from '#contract/importer/csv-table.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { readCsv } from '#contract/kernel/csv.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { UnitImportRow, unitImportCalls } from '#contract/unit/import-calls.ts';
import { type UnitField, unitFields, unitLimits } from '#contract/unit/kinds.ts';
import { buildSavedColumnMapping, type SavedColumnMapping } from '#contract/unit/mapping.ts';
import type { UnitTypeTerm } from '#contract/unit/readers.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { applySheet, makeRowReader, previewSheet, type SheetImport } from '#server/importer/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { markUnitsOccupied } from './occupied-units.ts';
import { calculateEffectiveBedrooms, type UnitTraits } from './rows.ts';
import { insertUnits } from './save-unit.ts';
import { lockEditableProperty, readTakenNames, readUnitTypes, unitNotFound } from './unit-lookup.ts';
import { parseUnitRow } from './validate-row.ts';

type Calls = typeof unitImportCalls;
type Judged = UnitImportRow & { unit: UnitTraits | null };
type Shared = {
  readonly property: Awaited<ReturnType<typeof lockEditableProperty>>;
  readonly types: readonly UnitTypeTerm[];
  readonly taken: Awaited<ReturnType<typeof readTakenNames>>;
};

/** The import sheet of the units of one property. */
const unitSheet: SheetImport<HandlerInput<Calls['importUnits']>, Shared, CsvRow<UnitField>, Judged, HandlerResult<Calls['importUnits']>> = {
  document: 'units',
  load: async (ctx, { property_id, columns, unit_type_id }) => {
    const property = await lockEditableProperty(ctx, property_id, 'units.create');
    const named = columns.filter((field) => field !== null);
    if (!named.includes('name')) throw invalidInputRefusal({ columns: m.unit_problem_columns_name() });
    if (new Set(named).size !== named.length) throw invalidInputRefusal({ columns: m.unit_problem_columns_twice() });
    const types = await readUnitTypes(ctx);
    if (unit_type_id !== undefined && !types.some((one) => one.id === unit_type_id))
      throw invalidInputRefusal({ unit_type_id: m.unit_problem_type() });
    return { property, types, taken: await readTakenNames(ctx, property.id) };
  },
  rows: ({ csv, columns, headed }) => {
    const rows = readRowsBelow(readCsv(csv), headed ? 0 : -1, toColumnPositions(columns));
    if (rows.length === 0) throw invalidInputRefusal({ csv: m.unit_problem_no_rows() });
    if (rows.length > unitLimits.rows) throw invalidInputRefusal({ csv: m.unit_problem_many_rows({ rows: rows.length, most: unitLimits.rows }) });
    return rows;
  },
  check: ({ line, text }, { types, taken }, { unit_type_id }) => {
    const row = makeRowReader(text);
    const { unit, type, occupied } = parseUnitRow(row, types, unit_type_id, taken);
    const { name, block, rent_cents, deposit_cents } = unit;
    return {
      line,
      name,
      block,
      unit_type: type?.name ?? null,
      bedrooms: calculateEffectiveBedrooms(unit.bedrooms, type?.bedrooms ?? null),
      rent_cents,
      deposit_cents,
      occupied: occupied ?? false,
      problems: row.problems,
      unit: row.problems.length === 0 && type ? { ...unit, unit_type_id: type.id } : null,
    };
  },
  isGood: ({ unit }) => unit !== null,
  noGoodRow: () => invalidInputRefusal({ csv: m.unit_problem_no_good_row() }),
  previewed: ({ shared, rows, good }) => ({
    id: null,
    code: shared.property.code,
    after: { rows: rows.length, good },
    reason: 'file checked, nothing brought in',
  }),
  apply: async (ctx, { shared: { property }, rows, good: made, bad: refused }, { csv, columns, headed, file_name }) => {
    const good = rows.flatMap(({ unit, occupied }) => (unit ? [{ unit, occupied, since: null }] : []));
    const mapping = buildSavedColumnMapping(headed ? (readCsv(csv)[0] ?? []) : [], columns);
    const { batch } = await createImportedUnits(ctx, property, good, { file_name, refused, mapping });
    const after = { file_name, property: property.code, made, refused };
    return { applied: { ...batch, made, refused }, logged: { id: null, code: batch.code, after, reason: 'file brought in' } };
  },
};

export async function checkUnitImport(ctx: Ctx, given: HandlerInput<Calls['importCheck']>): Promise<HandlerResult<Calls['importCheck']>> {
  const { rows, good, bad } = await previewSheet(unitSheet, ctx, { ...given, file_name: '' });
  return { rows: rows.map(({ unit: _, ...row }) => row), good, bad };
}

export const importUnits = (ctx: Ctx, given: HandlerInput<Calls['importUnits']>): Promise<HandlerResult<Calls['importUnits']>> =>
  applySheet(unitSheet, ctx, given);

type Brought = { readonly unit: UnitTraits; readonly occupied: boolean; readonly since: string | null };
type File = { file_name: string; refused: number; mapping: SavedColumnMapping; intake_id?: number; made_property?: boolean };

/** Creates the units of one file in one property and returns them in the given order. The caller has checked that the names are free. */
export async function createImportedUnits(
  ctx: Ctx,
  property: { id: number; company_id: number },
  rows: readonly Brought[],
  { mapping, ...file }: File,
) {
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
  const ids = units.map((unit) => requiredId(byName.get(unit.name), 'a unit that was just made'));
  const lived = rows.flatMap((row, at) => (row.occupied ? [{ id: requiredId(ids[at], 'a unit that was just made'), since: row.since }] : []));
  await markUnitsOccupied(ctx, lived);
  return { batch, ids };
}

async function seenProperty(ctx: Ctx, id: number): Promise<void> {
  const row = await from(ctx, 'property').select('id').where('id', '=', id).executeTakeFirst();
  if (!row) throw unitNotFound();
}

const isField = (value: unknown): value is UnitField => (unitFields as readonly unknown[]).includes(value);

export async function startUnitImport(ctx: Ctx, { property_id }: HandlerInput<Calls['importStart']>): Promise<HandlerResult<Calls['importStart']>> {
  await seenProperty(ctx, property_id);
  const last = await from(ctx, 'import_batch')
    .select('mapping')
    .where('company_id', ctx.me.companyId === null ? 'is' : '=', ctx.me.companyId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const remembered: SavedColumnMapping = Object.fromEntries(
    Object.entries(last?.mapping ?? {}).filter((pair): pair is [string, UnitField] => isField(pair[1])),
  );
  return { remembered };
}

export async function listUnitImports(
  ctx: Ctx,
  { property_id, page, page_size }: HandlerInput<Calls['listImports']>,
): Promise<HandlerResult<Calls['listImports']>> {
  await seenProperty(ctx, property_id);
  const found = from(ctx, 'import_batch')
    .leftJoin('person', 'person.id', 'import_batch.created_by')
    .where('import_batch.property_id', '=', property_id)
    // A file that only updated units created none here; it is undone in the module that imported it.
    .where((eb) => eb.or([eb('import_batch.made', '>', 0), eb('import_batch.intake_id', 'is', null)]));
  const { rows, count } = await readPage(found, { page, page_size }, (q) =>
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
