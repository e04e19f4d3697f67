import type { Input, Result } from '#contract/kernel/call.ts';
import { readCsv } from '#contract/kernel/csv.ts';
import { milliText, readMilli } from '#contract/meter/amount.ts';
import type { meterBookCalls } from '#contract/meter/book-calls.ts';
import { usualDay } from '#contract/meter/days.ts';
import { meterLimits } from '#contract/meter/kinds.ts';
import type { ImportRow } from '#contract/meter/shapes.ts';
import { judgeReading } from '#contract/meter/use.ts';
import { faultText } from '#contract/meter/words.ts';
import { isDay } from '#contract/time/days.ts';
import { invalid } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { longDate } from '#server/kernel/long-date.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { around, factsOf } from './facts.ts';
import { cycleFor, dayOfMonth, insistOpen, log, type MeterRow, propertyFor, reading, windowOf } from './find.ts';
import { keepReading } from './keep.ts';

type Calls = typeof meterBookCalls;
type Given = Input<Calls['importCheck']>;

const heads = {
  number: ['number', 'meter', 'meternumber', 'meterno', 'mita', 'nambari', 'nambariyamita'],
  value: ['value', 'reading', 'current', 'usomaji', 'kipimo'],
  day: ['day', 'date', 'readon', 'tarehe', 'siku'],
} as const;
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, '');
/** "2026-10-31", or 31/10/2026 as spreadsheets here write it; null for what is no day. */
function readDay(text: string): string | null {
  const [, d = '', mo = '', y = ''] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text) ?? [];
  const day = y ? `${y}-${mo.padStart(2, '0')}-${d.padStart(2, '0')}` : text;
  return isDay(day) ? day : null;
}

type Judged = ImportRow & { readonly meter: MeterRow | null };

async function judgeRow(
  ctx: Ctx,
  given: Given,
  meters: ReadonlyMap<string, MeterRow[]>,
  cells: { line: number; number: string; value: string; day: string },
  twice: boolean,
): Promise<Judged> {
  const value = readMilli(cells.value);
  const day = cells.day === '' ? usualDay(given.month) : readDay(cells.day);
  const row = { line: cells.line, number: cells.number, value, on_day: day ?? cells.day, used: null, flags: [], meter: null };
  const bad = (problem: string): Judged => ({ ...row, problem });
  const found = meters.get(cells.number.toLowerCase()) ?? [];
  const meter = found.find((one) => one.status === 'active') ?? found[0];
  if (!meter) return bad(m.meter_problem_unknown());
  if (meter.status === 'replaced') return bad(m.meter_refusal_replaced());
  if (meter.status === 'archived') return bad(m.meter_refusal_archived());
  if (meter.prepaid) return bad(m.meter_refusal_prepaid());
  if (twice) return bad(m.meter_problem_twice());
  if (value === null) return bad(m.meter_problem_value());
  if (day === null) return bad(m.meter_problem_day());
  const { first, last } = windowOf(given.month);
  if (day < first || day > last) return bad(m.meter_problem_window({ first: longDate(first), last: longDate(last) }));
  const before = await everything(ctx.db, 'meter_reading', 'what a file takes the place of')
    .select()
    .innerJoin('meter_cycle', 'meter_cycle.id', 'meter_reading.cycle_id')
    .select('meter_reading.id')
    .where('meter_id', '=', meter.id)
    .where('meter_cycle.month', '=', dayOfMonth(given.month))
    .where('meter_reading.status', '<>', 'rejected')
    .where('handover', '=', false)
    .executeTakeFirst();
  const facts = await around(ctx, meter, { month: given.month, covers: day, except: before?.id ?? null });
  const judged = judgeReading(factsOf(meter, facts), { value, covers: day, on: day, rolled: false });
  if (judged.fault !== null) return bad(faultText(judged.fault, { value: milliText(facts.last.value), day: longDate(facts.last.covers) }));
  return { ...row, meter, used: judged.used, flags: [...judged.flags], problem: '' };
}

/** The dry run and the import are judged by the same rules, so the first never promises what the second refuses. */
async function judge(ctx: Ctx, given: Given): Promise<Judged[]> {
  const [head = [], ...lines] = readCsv(given.csv);
  const at = (what: keyof typeof heads) => head.findIndex((cell) => (heads[what] as readonly string[]).includes(plain(cell)));
  const [number, value, day] = [at('number'), at('value'), at('day')];
  if (number < 0 || value < 0) throw invalid({ csv: m.meter_problem_columns() });
  const rows = lines.flatMap((cells, i) =>
    cells.every((cell) => cell === '')
      ? []
      : [{ line: i + 2, number: (cells[number] ?? '').trim(), value: cells[value] ?? '', day: (cells[day] ?? '').trim() }],
  );
  if (rows.length === 0) throw invalid({ csv: m.meter_problem_no_rows() });
  if (rows.length > meterLimits.rows) throw invalid({ csv: m.meter_problem_many_rows({ most: meterLimits.rows }) });
  const known = await from(ctx, 'meter')
    .selectAll('meter')
    .where('property_id', '=', given.property_id)
    .where('kind', '=', given.kind)
    .orderBy('id', 'desc')
    .execute();
  const meters = new Map<string, MeterRow[]>();
  for (const meter of known) meters.set(meter.number.toLowerCase(), [...(meters.get(meter.number.toLowerCase()) ?? []), meter]);
  const judged: Judged[] = [];
  const seen = new Set<string>();
  for (const row of rows) {
    judged.push(await judgeRow(ctx, given, meters, row, seen.has(row.number.toLowerCase())));
    seen.add(row.number.toLowerCase());
  }
  return judged;
}
const answer = (judged: readonly Judged[]): Result<Calls['importCheck']> => {
  const good = judged.filter((row) => row.problem === '').length;
  return { rows: judged.map(({ meter: _, ...row }) => row), good, bad: judged.length - good };
};

/** Writes nothing but that somebody tried. */
export async function importCheck(ctx: Ctx, given: Given): Promise<Result<Calls['importCheck']>> {
  const property = await propertyFor(ctx, given.property_id, reading);
  await insistOpen(ctx, await cycleFor(ctx, property.id, given.kind, given.month));
  const found = answer(await judge(ctx, given));
  await log(ctx, property, 'undefined', {
    after: { kind: given.kind, month: given.month, good: found.good, bad: found.bad },
    reason: 'file checked, nothing brought in',
  });
  return found;
}

export async function importReadings(ctx: Ctx, given: Given): Promise<Result<Calls['importReadings']>> {
  const property = await propertyFor(ctx, given.property_id, reading);
  await insistOpen(ctx, await cycleFor(ctx, property.id, given.kind, given.month));
  const judged = await judge(ctx, given);
  for (const { meter, value, on_day } of judged)
    if (meter && value !== null)
      await keepReading(ctx, meter, { month: given.month, value, on_day, rolled: false, handover: false, note: '', source: 'import' });
  const found = answer(judged);
  if (found.good === 0) throw invalid({ csv: m.meter_problem_no_good_row() });
  await log(ctx, property, 'add', { after: { kind: given.kind, month: given.month, good: found.good, bad: found.bad }, reason: 'file brought in' });
  return found;
}
