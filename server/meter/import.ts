import { buildHeadingPatternColumn, type SheetColumns } from '#contract/importer/columns.ts';
import { type CsvRow, readTable } from '#contract/importer/csv-table.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { formatMilliUnits, parseMilliUnits } from '#contract/meter/amount.ts';
import { getDefaultReadingDay } from '#contract/meter/days.ts';
import { formatReadingFault } from '#contract/meter/fault-text.ts';
import { meterLimits } from '#contract/meter/kinds.ts';
import { evaluateReading } from '#contract/meter/reading-rules.ts';
import type { MeterImportRow } from '#contract/meter/shapes.ts';
import type { meterUtilityCalls } from '#contract/meter/utility-calls.ts';
import { isDay } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { applySheet, type CheckedSheet, previewSheet, type SheetImport } from '#server/importer/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import {
  assertMonthOpen,
  getFirstDayOfMonth,
  getReadingWindow,
  lockCycle,
  type MeterRow,
  meterReadingPermission,
  readPropertyWithMeterPermission,
} from './meter-access.ts';
import { readAdjacentReadings, toReadingFacts } from './reading-facts.ts';
import { saveMeterReading } from './save-reading.ts';

type Calls = typeof meterUtilityCalls;
type Given = HandlerInput<Calls['importCheck']>;

type Column = 'number' | 'value' | 'day';
/** Only whole headings are matched, because "Previous reading" is not the reading of this month. */
const columns: SheetColumns<Column> = {
  number: buildHeadingPatternColumn(/^\P{L}*(?:meter(?:\P{L}*n(?:o|umber))?|number|mita|nambari(?:\P{L}*ya\P{L}*mita)?)\P{L}*$/iu),
  value: buildHeadingPatternColumn(/^\P{L}*(?:value|reading|current|usomaji|kipimo)\P{L}*$/iu),
  day: buildHeadingPatternColumn(/^\P{L}*(?:day|date|read\P{L}*on|tarehe|siku)\P{L}*$/iu),
};
/** A date as 2026-10-31, or as 31/10/2026 in local spreadsheets. Null for text that is not a date. */
function readDay(text: string): string | null {
  const [, d = '', mo = '', y = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  const day = y ? `${y}-${mo.padStart(2, '0')}-${d.padStart(2, '0')}` : text;
  return isDay(day) ? day : null;
}

type Judged = MeterImportRow & { readonly meter: MeterRow | null };

type Shared = {
  readonly property: Awaited<ReturnType<typeof readPropertyWithMeterPermission>>;
  readonly meters: ReadonlyMap<string, readonly MeterRow[]>;
  readonly seen: Set<string>;
};

async function checkRow({ line, text }: CsvRow<Column>, { meters, seen }: Shared, given: Given, ctx: Ctx): Promise<Judged> {
  const [number, twice] = [text('number'), seen.has(text('number').toLowerCase())];
  seen.add(number.toLowerCase());
  const value = parseMilliUnits(text('value'));
  const day = text('day') === '' ? getDefaultReadingDay(given.month) : readDay(text('day'));
  const row = { line, number, value, on_day: day ?? text('day'), used: null, flags: [], meter: null };
  const bad = (problem: string): Judged => ({ ...row, problem });
  const found = meters.get(number.toLowerCase()) ?? [];
  const meter = found.find((one) => one.status === 'active') ?? found[0];
  if (!meter) return bad(m.meter_problem_unknown());
  if (meter.status === 'replaced') return bad(m.meter_refusal_replaced());
  if (meter.status === 'archived') return bad(m.meter_refusal_archived());
  if (meter.prepaid) return bad(m.meter_refusal_prepaid());
  if (twice) return bad(m.meter_problem_twice());
  if (value === null) return bad(m.meter_problem_value());
  if (day === null) return bad(m.meter_problem_day());
  const { first, last } = getReadingWindow(given.month);
  if (day < first || day > last) return bad(m.meter_problem_window({ first: formatLongDate(first), last: formatLongDate(last) }));
  const before = await unscopedTable(ctx.db, 'meter_reading', 'readings that an imported file replaces')
    .select()
    .innerJoin('meter_cycle', 'meter_cycle.id', 'meter_reading.cycle_id')
    .select('meter_reading.id')
    .where('meter_id', '=', meter.id)
    .where('meter_cycle.month', '=', getFirstDayOfMonth(given.month))
    .where('meter_reading.status', '<>', 'rejected')
    .where('handover', '=', false)
    .executeTakeFirst();
  const facts = await readAdjacentReadings(ctx, meter, { month: given.month, covers: day, except: before?.id ?? null });
  const judged = evaluateReading(toReadingFacts(meter, facts), { value, covers: day, on: day, rolled: false });
  if (judged.fault !== null)
    return bad(formatReadingFault(judged.fault, { value: formatMilliUnits(facts.last.value), day: formatLongDate(facts.last.covers) }));
  return { ...row, meter, used: judged.used, flags: [...judged.flags], problem: '' };
}

type Answer = HandlerResult<Calls['importReadings']>;
const answer = ({ rows, good, bad }: CheckedSheet<Shared, Judged>): Answer => ({ rows: rows.map(({ meter: _, ...row }) => row), good, bad });
const logged = ({ shared: { property }, good, bad }: CheckedSheet<Shared, Judged>, { kind, month }: Given, reason: string) => ({
  id: property.id,
  code: property.code ?? null,
  after: { kind, month, good, bad },
  reason,
});

/** Readings of the meters of one property for one month. */
const readingSheet: SheetImport<Given, Shared, CsvRow<Column>, Judged, Answer> = {
  document: 'property_utilities',
  load: async (ctx, { property_id, kind, month }) => {
    const property = await readPropertyWithMeterPermission(ctx, property_id, meterReadingPermission);
    await assertMonthOpen(ctx, await lockCycle(ctx, property.id, kind, month));
    const known = await from(ctx, 'meter')
      .selectAll('meter')
      .where('property_id', '=', property_id)
      .where('kind', '=', kind)
      .orderBy('id', 'desc')
      .execute();
    return { property, meters: Map.groupBy(known, ({ number }) => number.toLowerCase()), seen: new Set() };
  },
  rows: ({ csv }) => {
    const table = readTable(csv, { columns, isHeading: ({ number, value }) => number !== undefined && value !== undefined, firstRow: true });
    if (!table) throw invalidInputRefusal({ csv: m.meter_problem_columns() });
    if (table.rows.length === 0) throw invalidInputRefusal({ csv: m.meter_problem_no_rows() });
    if (table.rows.length > meterLimits.rows) throw invalidInputRefusal({ csv: m.meter_problem_many_rows({ most: meterLimits.rows }) });
    return table.rows;
  },
  check: checkRow,
  isGood: ({ problem }) => problem === '',
  noGoodRow: () => invalidInputRefusal({ csv: m.meter_problem_no_good_row() }),
  previewed: (checked, given) => logged(checked, given, 'file checked, nothing brought in'),
  apply: async (ctx, checked, given) => {
    for (const { meter, value, on_day } of checked.rows)
      if (meter && value !== null)
        await saveMeterReading(ctx, meter, { month: given.month, value, on_day, rolled: false, handover: false, note: '', source: 'import' });
    return { applied: answer(checked), logged: logged(checked, given, 'file brought in') };
  },
};

export const previewMeterReadingImport = async (ctx: Ctx, given: Given): Promise<Answer> => answer(await previewSheet(readingSheet, ctx, given));
export const importReadings = (ctx: Ctx, given: Given): Promise<Answer> => applySheet(readingSheet, ctx, given);
