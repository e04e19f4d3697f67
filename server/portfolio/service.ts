import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import type { portfolioCalls } from '#contract/portfolio/calls.ts';
import { portfolioRowsPerBatch } from '#contract/portfolio/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import {
  applySheet,
  assertNotUndone,
  checkSheet,
  computeSheetChecksum,
  findEarlierUpload,
  previewSheet,
  type SheetImport,
} from '#server/importer/service.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, requireSignedIn } from '#server/kernel/ctx.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { readPage } from '#server/lists/list.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import { m } from '#words/messages.js';
import { type CheckedRow, checkPortfolioRow, lockPortfolioCheckData, type SharedCheckData } from './check-rows.ts';
import type { PortfolioInputRow } from './row.ts';
import { lockPortfolioImport, type PortfolioImportRow, readPortfolioImport, toPortfolioRow } from './rows.ts';

export { readSkippedRows } from './skipped-rows.ts';
export { undoPortfolioImport } from './undo.ts';

type Calls = typeof portfolioCalls;
const isGood = ({ problems }: CheckedRow) => problems.length === 0;
/** The row has no errors, only warnings that the user must confirm. */
const isOdd = ({ problems }: CheckedRow) => problems.length > 0 && problems.every(({ look }) => look);

type Placed = { readonly property_id: number; readonly id: number } | null | undefined;
/** Orders rows by unit, which is the general lock order; rows without a unit come first. */
const byUnit = (a: Placed, b: Placed): number => (a && b ? a.property_id - b.property_id || a.id - b.id : Number(Boolean(a)) - Number(Boolean(b)));

/** Maximum number of property names sent for matching; almost no company has more. */
const mostNames = 2000;
export async function listPropertyAndCompanyNames(ctx: Ctx): Promise<HandlerResult<Calls['listPlaces']>> {
  const rows = await from(ctx, 'property:managed')
    .innerJoin('company', 'company.id', 'property.company_id')
    .select(['property.name', 'company.name as holder'])
    .where(mayChange('property', ctx.me, 'tenancies.create'))
    .orderBy('property.id')
    .limit(mostNames)
    .execute();
  const own = await from(ctx, 'company').select('name').where('id', '=', ctx.me.companyId).execute();
  const once = (names: readonly string[]) => [...new Set(names)];
  return { properties: once(rows.map(({ name }) => name)), companies: once([...rows.map(({ holder }) => holder), ...own.map(({ name }) => name)]) };
}

/** Configures the sheet import. Every row is stored with its errors; then the first part becomes tenancies. */
const tenancySheet = (part: number): SheetImport<HandlerInput<Calls['importRows']>, SharedCheckData, PortfolioInputRow, CheckedRow, number> => ({
  document: 'tenancies',
  load: lockPortfolioCheckData,
  rows: ({ rows }) => rows,
  check: checkPortfolioRow,
  isGood,
  noGoodRow: () => invalidInputRefusal({ rows: m.intake_problem_no_good_row() }),
  previewed: ({ shared, rows, good }) => ({
    id: null,
    after: { rows: rows.length, good, holder: shared.holder.name },
    reason: 'sheet checked, nothing brought in',
  }),
  apply: async (ctx, { shared: { holder }, rows, good }, { client_key, file_name, ...given }) => {
    const sheet = await add(ctx, 'portfolio')
      .values({
        company_id: ctx.me.companyId ?? holder.id,
        holder_id: holder.id,
        client_key,
        file_name,
        created_by: requireSignedIn(ctx).userId,
        as_of: given.as_of ?? clock.today(),
        sent_sha256: computeSheetChecksum(given),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await add(ctx, 'portfolio_row')
      .values(
        rows.map(({ row, building, problems }) => ({
          portfolio_id: sheet.id,
          line: row.line,
          sheet: row.sheet,
          property: building,
          cells: JSON.stringify(row.cells),
          problems: JSON.stringify(problems),
          state: problems.length > 0 ? ('wrong' as const) : ('waiting' as const),
        })),
      )
      .execute();
    await bringPart(ctx, sheet, part);
    const after = { file_name, holder: holder.name, rows: rows.length, good };
    return { applied: sheet.id, logged: { id: null, code: sheet.code, after, reason: 'sheet brought in' } };
  },
});
const checkOnly = { client_key: '', file_name: '' };

export async function checkPortfolioRows(ctx: Ctx, given: HandlerInput<Calls['checkRows']>): Promise<HandlerResult<Calls['checkRows']>> {
  const { rows, good, bad } = await previewSheet(tenancySheet(portfolioRowsPerBatch), ctx, { ...given, ...checkOnly });
  const look = rows.filter(isOdd).length;
  return { rows: rows.map(toPortfolioRow), good, look, bad: bad - look };
}

/** Repeating the request with the same key returns the result of the first one. */
export async function importPortfolioRows(
  ctx: Ctx,
  given: HandlerInput<Calls['importRows']>,
  part = portfolioRowsPerBatch,
): Promise<HandlerResult<Calls['importRows']>> {
  const { client_key, file_name: _, ...sheet } = given;
  const before = await findEarlierUpload(ctx, 'portfolio', client_key, computeSheetChecksum(sheet), 'tenancies');
  return readPortfolioImport(ctx, before ?? (await applySheet(tenancySheet(part), ctx, given)));
}

export async function continuePortfolioImport(
  ctx: Ctx,
  { id }: HandlerInput<Calls['continueImport']>,
  part = portfolioRowsPerBatch,
): Promise<HandlerResult<Calls['continueImport']>> {
  const sheet = await lockPortfolioImport(ctx, id);
  assertNotUndone(sheet);
  const made = await bringPart(ctx, sheet, part);
  const after = { file_name: sheet.file_name, good: made };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'tenancies', id: null, code: sheet.code, after, reason: 'sheet goes on' });
  return readPortfolioImport(ctx, id);
}

/**
 * Imports the next part. Each row is checked again against the current data: the row of a unit that was let since is skipped with the reason. The
 * content of a row is deleted once it is a tenancy.
 */
async function bringPart(ctx: Ctx, sheet: PortfolioImportRow, part: number): Promise<number> {
  const waiting = await from(ctx, 'portfolio_row')
    .select(['id', 'line', 'sheet', 'property', 'cells'])
    .where('portfolio_id', '=', sheet.id)
    .where('state', '=', 'waiting')
    .orderBy('id')
    .limit(part)
    .execute();
  if (waiting.length === 0) return 0;
  const rows = waiting.map(({ id: _, cells, ...row }) => ({ ...row, cells: cells as PortfolioInputRow['cells'] }));
  // Warnings of these rows were confirmed before the import.
  const given = { company_id: sheet.holder_id, rows, as_of: sheet.as_of, sure: rows.map((_, at) => at), ...checkOnly };
  const { rows: judged } = await checkSheet(tenancySheet(part), ctx, given);
  const inOrder = judged
    .map((one, at) => ({ one, id: requiredId(waiting[at]?.id, 'a line of a sheet that was checked') }))
    .sort((a, b) => byUnit(a.one.unit, b.one.unit));
  let made = 0;
  for (const { one, id } of inOrder) {
    const tenancy = isGood(one) ? await makeOf(ctx, sheet, one) : null;
    await unscopedTable(ctx.db, 'portfolio_row', 'a row of an import that is locked')
      .change()
      .set(
        tenancy
          ? { state: 'brought', tenancy_id: tenancy.id, took_up: tenancy.tookUp, vacant_since: vacantSince(one), cells: '{}' }
          : { state: 'wrong', problems: JSON.stringify(one.problems) },
      )
      .where('id', '=', id)
      .execute();
    if (tenancy) made += 1;
  }
  return made;
}

/** The date since when the unit was vacant; undo restores it. */
const vacantSince = ({ unit }: CheckedRow) => (unit?.status === 'vacant' ? unit.status_since : null);

async function makeOf(ctx: Ctx, { id: importId, code }: PortfolioImportRow, one: CheckedRow) {
  const { unit, starts_on, rent_cents } = one;
  if (!unit || starts_on === null || rent_cents === null) return null;
  const somebody = { personId: null, name: one.tenant, phone: one.phone, email: one.email };
  return createTenancy(ctx, {
    unitId: unit.id,
    startsOn: starts_on,
    endsOn: one.ends_on,
    termType: one.ends_on === null ? 'periodic' : 'fixed',
    people: [{ ...(one.tenantId === null ? { somebody } : { tenantId: one.tenantId }), role: 'lead', shareBp: 10_000 }],
    rentCents: rent_cents,
    period: 2,
    depositCents: one.deposit_cents,
    opening: { balance_cents: one.balance_cents, deposit_held_cents: one.deposit_cents, as_of: one.as_of },
    importId,
    asksFirst: true,
    note: `sheet ${code}`,
  });
}

export async function listPortfolioImports(ctx: Ctx, { page, page_size }: HandlerInput<Calls['list']>): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(from(ctx, 'portfolio'), { page, page_size }, (q) =>
    q.select('portfolio.id').orderBy('portfolio.id', 'desc'),
  );
  const results = [];
  for (const { id } of rows) results.push(await readPortfolioImport(ctx, id));
  return { count, results };
}
