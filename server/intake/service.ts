import type { intakeCalls } from '#contract/intake/calls.ts';
import { type IntakeRowOutcome, intakeRowOutcomes } from '#contract/intake/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { applySheet, computeSheetChecksum, findEarlierUpload, previewSheet, type SheetImport } from '#server/importer/service.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { createMinimalProperty } from '#server/property/service.ts';
import { createImportedUnits, lockEditableProperty } from '#server/unit/service.ts';
import { m } from '#words/messages.js';
import { moveOccupantsIn, type PropertySheet, updateUnitsFromSheet } from './apply-sheet.ts';
import {
  type CheckedIntakeRow,
  checkIntakeRow,
  type ExistingProperty,
  type ImportedProperty,
  type IntakeCheckData,
  type IntakeCheckInput,
  lockIntakeCheckData,
} from './check-rows.ts';
import { saveRejectedRows } from './rejected-rows.ts';
import { readIntakeImport, toIntakeRow } from './rows.ts';

export { findExistingProperties, readIntakePropertyNames } from './check-rows.ts';
export { eraseOccupant, moveOccupantBackIn, readOccupant, replaceOccupantsByTenancy, restoreOccupant } from './occupant.ts';
export { listRejectedRows } from './rejected-rows.ts';
export { undoIntake } from './undo.ts';

type Calls = typeof intakeCalls;
const isNew = (row: CheckedIntakeRow) => row.becomes === 'new';
const isUpdate = (row: CheckedIntakeRow) => row.becomes === 'update';
const doesSomething = (row: CheckedIntakeRow) => isNew(row) || isUpdate(row);
const fatesOf = (rows: readonly CheckedIntakeRow[]) =>
  Object.fromEntries(intakeRowOutcomes.map((fate) => [fate, rows.filter((row) => row.becomes === fate).length])) as Record<IntakeRowOutcome, number>;

/** Rent roll import: creates properties, units, occupants and opening balances (arrears) from a landlord's sheet in one transaction. */
const rentRollSheet: SheetImport<HandlerInput<Calls['importSheet']>, IntakeCheckData, IntakeCheckInput['rows'][number], CheckedIntakeRow, number> = {
  document: 'property',
  load: lockIntakeCheckData,
  rows: ({ rows }) => rows,
  check: checkIntakeRow,
  isGood: doesSomething,
  noGoodRow: () => invalidInputRefusal({ rows: m.intake_problem_no_good_row() }),
  previewed: ({ shared, rows, good }) => ({
    id: null,
    after: { rows: rows.length, good, holder: shared.holder.name },
    reason: 'sheet checked, nothing brought in',
  }),
  apply: async (ctx, { shared: { holder, ...shared }, rows }, { client_key, file_name, ...given }) => {
    const buildings = [...shared.buildings.values()];
    const nowhere = buildings.filter(({ known, fresh, rows: own }) => !known && !fresh && own.some(isNew));
    if (nowhere.length > 0) throw invalidInputRefusal({ properties: m.intake_problem_nowhere({ names: nowhere.map((one) => one.name).join(', ') }) });
    const counts = countsOf(rows);
    const company_id = ctx.me.companyId ?? holder.id;
    const file = await add(ctx, 'intake')
      .values({ company_id, client_key, file_name, created_by: requireSignedIn(ctx).userId, sent_sha256: computeSheetChecksum(given), ...counts })
      .returning(['id', 'code'])
      .executeTakeFirstOrThrow();
    for (const building of buildings)
      await bringBuilding(ctx, building, { ...file, file_name, company_id: holder.id, as_of: given.as_of ?? clock.today() });
    await saveRejectedRows(ctx, file.id, rows);
    return {
      applied: file.id,
      logged: { id: null, code: file.code, after: { file_name, holder: holder.name, ...counts }, reason: 'sheet brought in' },
    };
  },
};
function countsOf(rows: readonly CheckedIntakeRow[]) {
  const fates = fatesOf(rows);
  const made = rows.flatMap((row) => (isNew(row) ? row.lives : isUpdate(row) ? row.update?.people.made : null) ?? []);
  return {
    units: fates.new,
    updated: fates.update,
    occupants: made.length,
    balances: made.filter(({ balance_cents }) => balance_cents).length,
    refused: fates.wrong + fates.there,
  };
}

export async function checkIntake(ctx: Ctx, given: HandlerInput<Calls['check']>): Promise<HandlerResult<Calls['check']>> {
  const { shared, rows, good } = await previewSheet(rentRollSheet, ctx, { ...given, client_key: '', file_name: '' });
  const fates = fatesOf(rows);
  return {
    rows: rows.map(toIntakeRow),
    good,
    bad: fates.wrong,
    fates,
    buildings: [...shared.buildings.values()].map(({ name, known, meant, rows: own }) => ({
      name,
      meant,
      known: known && { id: known.id, code: known.code },
      units: own.filter(isNew).length,
      occupied: own.filter((row) => isNew(row) && row.occupied).length,
    })),
  };
}

/** A repeated idempotency key returns the result of the first request. */
export async function importIntakeSheet(ctx: Ctx, given: HandlerInput<Calls['importSheet']>): Promise<HandlerResult<Calls['importSheet']>> {
  const { client_key, file_name: _, ...sheet } = given;
  const before = await findEarlierUpload(ctx, 'intake', client_key, computeSheetChecksum(sheet), 'property');
  return readIntakeImport(ctx, before ?? (await applySheet(rentRollSheet, ctx, given)));
}

type File = Omit<PropertySheet, 'property_id'> & { file_name: string };

async function bringBuilding(ctx: Ctx, { name, known, fresh, rows }: ImportedProperty, file: File): Promise<void> {
  const good = rows.filter(isNew);
  if (!rows.some(doesSomething)) return;
  const property = known ?? (fresh && (await makeProperty(ctx, { ...fresh, name }, file.company_id, good)));
  if (!property) return;
  await lockEditableProperty(ctx, property.id, 'units.create');
  const { ids } = await createImportedUnits(
    ctx,
    property,
    good.map(({ unit, occupied, lives }) => ({
      unit: { ...unit, unit_type_id: requiredId(unit.unit_type_id, 'the type of a unit without a problem') },
      occupied,
      since: lives?.since ?? null,
    })),
    {
      file_name: file.file_name,
      refused: rows.filter((row) => row.becomes === 'wrong' || row.becomes === 'there').length,
      mapping: {},
      intake_id: file.id,
      made_property: known === null,
    },
  );
  await settle(ctx, property, good, ids, file);
  await updateUnitsFromSheet(
    ctx,
    { ...file, property_id: property.id },
    rows.flatMap(({ update, becomes }) => (update && becomes === 'update' ? [update] : [])),
  );
}

/** Creates a draft property from the sheet. Photos, map pin and terms are added later, as in the property wizard. */
async function makeProperty(
  ctx: Ctx,
  fresh: NonNullable<ImportedProperty['fresh']>,
  company_id: number,
  rows: readonly CheckedIntakeRow[],
): Promise<ExistingProperty> {
  if (!ctx.me.grants.has('property.create')) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: 'property.create' });
  const blocks = [...new Set(rows.map((row) => row.unit.block).filter(Boolean))];
  return createMinimalProperty(ctx, { ...fresh, company_id, blocks });
}

/** Creates the occupants of the new units and their opening balances. */
const settle = (ctx: Ctx, property: ExistingProperty, rows: readonly CheckedIntakeRow[], ids: readonly number[], file: File) =>
  moveOccupantsIn(
    ctx,
    { ...file, property_id: property.id },
    rows.flatMap(({ lives, unit }, at) =>
      lives ? [{ lives, unit_id: requiredId(ids[at], 'a unit that was just made'), rent_cents: unit.rent_cents }] : [],
    ),
  );

export async function listIntakes(ctx: Ctx, { page, page_size }: HandlerInput<Calls['list']>): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(from(ctx, 'intake'), { page, page_size }, (q) => q.select('intake.id').orderBy('intake.id', 'desc'));
  const results = [];
  for (const { id } of rows) results.push(await readIntakeImport(ctx, id));
  return { count, results };
}
