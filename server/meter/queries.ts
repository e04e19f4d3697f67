import { type Selectable, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { formatMilliUnits } from '#contract/meter/amount.ts';
import { meterQueryMachine } from '#contract/meter/machine.ts';
import type { meterQueryCalls } from '#contract/meter/query-calls.ts';
import type { MeterQuery, ReceivedMeterQuery } from '#contract/meter/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { MeterQueryTable } from '#server/db/types.gen.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { isUniqueViolation } from '#server/kernel/unique-violation.ts';
import { countTabs, getOpenTabCount, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';
import { correctReading } from './correct-reading.ts';
import { meteredChargeColumns, meteredChargeDetailColumns, selectMeteredCharges, toMeteredCharge } from './measured-rows.ts';
import { logMeterChange, meterBillingPermission, meterNotFound, readPropertyWithMeterPermission } from './meter-access.ts';
import { notifyMeterManagers, notifyQueryAuthor } from './notify.ts';

type Calls = typeof meterQueryCalls;
type Row = Selectable<MeterQueryTable>;

const toQuery = (row: Row): MeterQuery => ({
  id: row.id,
  code: row.code,
  status: row.status,
  text: row.text,
  value: row.value,
  answer: row.answer,
  at: row.created_at.toISOString(),
  answered_at: row.answered_at?.toISOString() ?? null,
});

/** The latest query about each of these lines. A person with access to a line has access to its query. */
async function queriesOn(ctx: Ctx, lineIds: readonly number[]): Promise<Map<number, MeterQuery>> {
  const rows = await unscopedTable(ctx.db, 'meter_query', 'queries about meter lines that the caller sees')
    .select()
    .selectAll('meter_query')
    .where('line_id', 'in', [0, ...lineIds])
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.line_id, toQuery(row)]));
}

export const listOwnMeterQueries =
  (services: RunningServices) =>
  async (ctx: Ctx, { page, page_size, z_filter: f = {} }: HandlerInput<Calls['listMine']>): Promise<HandlerResult<Calls['listMine']>> => {
    let found = selectMeteredCharges(ctx, 'meter_line:own');
    if (f.tenancy_id) found = found.where('meter_line.tenancy_id', '=', f.tenancy_id);
    if (f.kind) found = found.where('c.kind', '=', f.kind);
    if (f.invoice_line_id) found = found.where('meter_line.invoice_line_id', '=', f.invoice_line_id);
    const { rows, count } = await readPage(found, { page, page_size }, (q) =>
      q.select(meteredChargeColumns).select(meteredChargeDetailColumns).orderBy('meter_line.last_day', 'desc').orderBy('meter_line.id', 'desc'),
    );
    const asked = await queriesOn(
      ctx,
      rows.map((row) => row.id),
    );
    return { count, results: rows.map((row) => toMeteredCharge(services, row, asked.get(row.id) ?? null)) };
  };

/** An occupant raises a query within seven days; the reading is not billed until it is answered. */
export async function raiseMeterQuery(ctx: Ctx, { id, text, value }: HandlerInput<Calls['raiseQuery']>): Promise<HandlerResult<Calls['raiseQuery']>> {
  const line = await from(ctx, 'meter_line:own').selectAll('meter_line').where('meter_line.id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (!line?.tenancy_id) throw meterNotFound();
  if (!line.ask_until || line.ask_until.getTime() <= clock.ms()) throw new Refusal('gone', m.meter_refusal_too_late());
  const row = await add(ctx, 'meter_query')
    .values({ property_id: line.property_id, tenancy_id: line.tenancy_id, line_id: id, person_id: ctx.me.userId, text, value })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((problem: unknown) => {
      throw isUniqueViolation(problem) ? new Refusal('conflict', m.meter_refusal_asked_already()) : problem;
    });
  await logMeterChange(ctx, { id: line.property_id, code: row.code }, 'add', {
    after: { text, value: value === null ? null : formatMilliUnits(value) },
  });
  if (line.invoice_line_id !== null) await publishEvent(ctx, 'meter.asked', { queryId: row.id, invoiceLineId: line.invoice_line_id, text });
  await notifyMeterManagers(ctx, row, 'meter.queried');
  return toQuery(row);
}

export async function withdrawMeterQuery(ctx: Ctx, { id }: HandlerInput<Calls['withdraw']>): Promise<HandlerResult<Calls['withdraw']>> {
  const row = await from(ctx, 'meter_query')
    .selectAll('meter_query')
    .where('id', '=', id)
    .where('person_id', '=', ctx.me.userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw meterNotFound();
  const { from: was, to } = await makeMove(ctx, meterQueryMachine, 'withdraw', id);
  await logMeterChange(ctx, { id: row.property_id, code: row.code }, 'edit', { before: { status: was }, after: { status: to } });
  await settled(ctx, row, row.text);
  return { ...toQuery(row), status: to };
}

/** If the line is on an invoice, the invoice is in dispute until the query is closed. */
async function settled(ctx: Ctx, { id, line_id }: Row, outcome: string): Promise<void> {
  const line = await unscopedTable(ctx.db, 'meter_line', 'the meter line of a query')
    .select()
    .select('invoice_line_id')
    .where('id', '=', line_id)
    .executeTakeFirstOrThrow();
  if (line.invoice_line_id !== null) await publishEvent(ctx, 'meter.settled', { queryId: id, invoiceLineId: line.invoice_line_id, outcome });
}

type Asked = Row & { asker: string; tenancy_code: string };
async function toAsked(services: RunningServices, ctx: Ctx, rows: readonly Asked[]): Promise<ReceivedMeterQuery[]> {
  const lines = await selectMeteredCharges(ctx, 'meter_line')
    .select(meteredChargeColumns)
    .select(meteredChargeDetailColumns)
    .where('meter_line.id', 'in', [0, ...rows.map((row) => row.line_id)])
    .execute();
  return rows.flatMap((row) => {
    const line = lines.find((one) => one.id === row.line_id);
    if (!line) return [];
    const { query: _, ...measured } = toMeteredCharge(services, line, null);
    return [{ ...toQuery(row), asker: row.asker, tenancy: { id: row.tenancy_id, code: row.tenancy_code }, measured }];
  });
}
const askedRows = (ctx: Ctx) => from(ctx, 'meter_query');
const askedColumns = [
  sql<string>`coalesce((select g.name from person g where g.id = meter_query.person_id), '')`.as('asker'),
  sql<string>`(select y.code from tenancy y where y.id = meter_query.tenancy_id)`.as('tenancy_code'),
] as const;

export const listMeterQueries =
  (services: RunningServices) =>
  async (
    ctx: Ctx,
    { property_id, page, page_size, tabs, z_filter: f = {} }: HandlerInput<Calls['listQueries']>,
  ): Promise<HandlerResult<Calls['listQueries']>> => {
    await readPropertyWithMeterPermission(ctx, property_id, 'property_utilities.read');
    const found = () => askedRows(ctx).where('meter_query.property_id', '=', property_id);
    const counts = await countTabs(tabs, found, sql`meter_query.status`);
    const { rows, count } = await readPage(f.status ? found().where('meter_query.status', '=', f.status) : found(), { page, page_size }, (q) =>
      q.selectAll('meter_query').select(askedColumns).orderBy(sql`meter_query.status = 'open'`, 'desc').orderBy('meter_query.id', 'desc'),
    );
    return { count: getOpenTabCount(counts, f.status) ?? count, results: await toAsked(services, ctx, rows), ...counts };
  };

/** Confirms the reading or corrects its value. The author of the query sees the reason, and the next invoice contains the difference. */
export const answerMeterQuery =
  (services: RunningServices) =>
  async (ctx: Ctx, { id, answer: text, value }: HandlerInput<Calls['answer']>): Promise<HandlerResult<Calls['answer']>> => {
    const row = await from(ctx, 'meter_query')
      .selectAll('meter_query')
      .where('id', '=', id)
      .where(mayChange('meter_query', ctx.me, meterBillingPermission))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw meterNotFound();
    const property = await readPropertyWithMeterPermission(ctx, row.property_id, meterBillingPermission);
    const { from: was, to } = await makeMove(ctx, meterQueryMachine, value === null ? 'stand' : 'correct', id);
    await change(ctx, 'meter_query').set({ answer: text, answered_by: ctx.me.userId, answered_at: clock.now() }).where('id', '=', id).$call(oneRow);
    if (value !== null) {
      const fault = await correctReading(ctx, row.line_id, value, text);
      if (fault) throw invalidInputRefusal({ value: fault });
    }
    await logMeterChange(ctx, { id: property.id, code: row.code }, 'edit', {
      before: { status: was },
      after: { status: to, answer: text, value: value === null ? null : formatMilliUnits(value) },
    });
    const after = await askedRows(ctx).selectAll('meter_query').select(askedColumns).where('meter_query.id', '=', id).execute();
    const [one] = await toAsked(services, ctx, after);
    if (!one) throw meterNotFound();
    await settled(ctx, row, text);
    await notifyQueryAuthor(ctx, { ...row, status: to, answer: text });
    return one;
  };
