import { sql } from 'kysely';
import type { bookingCalls } from '#contract/booking/calls.ts';
import { type BoardColumn, boardColumns } from '#contract/booking/kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import {
  containsTextSql,
  countTabs,
  getOpenTabCount,
  hasDayRange,
  isAmongSql,
  isInCountySql,
  isInDayRangeSql,
  orderByColumn,
  readPage,
  readPageByIds,
} from '#server/lists/list.ts';
import { blockingBookingSql } from './booking-context.ts';
import { isBookingForUnitsSql } from './homes.ts';
import {
  bookingDueOrderSql,
  bookingNotFound,
  getBookingNameColumns,
  isApplicationClosedToBuyer,
  joinUnitAndProperty,
  openBookingStatuses,
  toBookingSummary,
} from './rows.ts';
import { readScreeningResults } from './screening-result.ts';

type Calls = typeof bookingCalls;
type Filters = NonNullable<HandlerInput<Calls['list']>['z_filter']>;
const depth = 25;

/** Bookings that the applicant reported to the platform; only platform staff can filter by this. */
const reported = (ctx: Ctx) =>
  platformStaffRoles.includes(ctx.me.role)
    ? sql<boolean>`exists (select 1 from application_report r where r.booking_id = booking.id and r.ended_at is null and r.until > app.now())`
    : sql<boolean>`false`;
export const platformStaffRoles: readonly string[] = ['admin', 'superadmin'];

/** Bookings whose names match these words. Names are joined only for a search, so that lists without a search need no join. */
const saying = (ctx: Ctx, text: string) =>
  joinUnitAndProperty(from(ctx, 'booking:managed'))
    .select('booking.id')
    .where((eb) =>
      eb.or([
        eb.and([containsTextSql('person.name', text), eb('booking.status', '<>', 'deleted')]),
        containsTextSql('booking.code', text),
        containsTextSql('unit.name', text),
        containsTextSql('property.name', text),
      ]),
    );

export function filterBookings(ctx: Ctx, f: Filters) {
  let q = from(ctx, 'booking:managed').where('booking.hidden_at', 'is', null);
  if (f.status) q = q.where('booking.status', '=', f.status);
  if (f.stage) q = q.where('booking.stage', '=', f.stage);
  if (f.property_id) q = q.where('booking.property_id', '=', f.property_id);
  if (f.unit_id) q = q.where(isBookingForUnitsSql([f.unit_id]));
  if (f.listing_id) q = q.where('booking.listing_id', '=', f.listing_id);
  if (f.person_id) q = q.where('booking.person_id', '=', f.person_id).where('booking.status', '<>', 'deleted');
  if (f.company_id) q = q.where('booking.company_id', '=', f.company_id);
  if (f.region) q = q.where(isInCountySql('booking.property_id', f.region));
  if (f.reported) q = q.where(reported(ctx));
  if (f.waiting) q = q.where('booking.decide_by', 'is not', null);
  if (hasDayRange(f)) q = q.where(isInDayRangeSql('booking.created_at', f));
  const { q: text } = f;
  if (text) q = q.where(isAmongSql('booking.id', saying(ctx, text)));
  return q;
}

export async function listBookings(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const order =
    sort === 'due'
      ? bookingDueOrderSql
      : sort === '-due'
        ? sql`coalesce(booking.decide_by, booking.pay_until) desc nulls last`
        : orderByColumn(sort.replace(/^(-?)/, '$1booking.'));
  const counts = await countTabs(tabs, () => filterBookings(ctx, { ...z_filter, status: undefined }), sql`booking.status`);
  const by = { of: 'booking', order: sql`${order}, booking.id desc` } as const;
  const { rows, count } = await readPageByIds(
    filterBookings(ctx, z_filter),
    { page, page_size, count: getOpenTabCount(counts, z_filter.status) },
    by,
    (these) =>
      joinUnitAndProperty(from(ctx, 'booking:managed').where(these))
        .selectAll('booking')
        .select([...getBookingNameColumns(ctx)])
        .orderBy(by.order),
  );
  return {
    count,
    results: await withCompanyHeads(
      ctx,
      rows.map((row) => toBookingSummary(row, ctx)),
    ),
    ...counts,
  };
}

const inColumn = (ctx: Ctx, f: Filters, column: BoardColumn) =>
  column === 'await_payment' || column === 'confirmed'
    ? filterBookings(ctx, { ...f, status: column, stage: undefined })
    : filterBookings(ctx, { ...f, status: 'await_screening', stage: column });

export async function listBookingsByColumn(
  ctx: Ctx,
  { z_filter = {} }: HandlerInput<Calls['listByColumn']>,
): Promise<HandlerResult<Calls['listByColumn']>> {
  const columns: HandlerResult<Calls['listByColumn']>['columns'] = [];
  for (const column of boardColumns) {
    const by = { of: 'booking', order: sql`${bookingDueOrderSql}, booking.id` } as const;
    const { rows, count } = await readPageByIds(inColumn(ctx, z_filter, column), { page: 1, page_size: depth }, by, (these) =>
      joinUnitAndProperty(from(ctx, 'booking:managed').where(these))
        .selectAll('booking')
        .select([...getBookingNameColumns(ctx)])
        .select(blockingBookingSql('booking').as('held_by'))
        .orderBy(by.order),
    );
    const results = rows.map((row) => ({ ...toBookingSummary(row, ctx), held_by: row.status === 'await_screening' ? row.held_by : null }));
    columns.push({ column, count, results });
  }
  return { columns };
}

/** The caller's own bookings; `waiting`: only those that need a payment or an answer from the caller. */
export function selectOwnBookings(ctx: Ctx, waiting: boolean) {
  const own = from(ctx, 'booking').where('booking.person_id', '=', ctx.me.userId).where('booking.status', '<>', 'deleted');
  if (!waiting) return own;
  return own
    .where('booking.stage', '<>', 'frozen')
    .where((eb) =>
      eb.or([
        eb('booking.status', '=', 'await_payment'),
        eb.and([eb('booking.status', '=', 'await_screening'), eb('booking.stage', '=', 'info_requested')]),
      ]),
    );
}

/** The caller's own bookings: first those that need an action of the caller, then other open ones, then past ones. */
export async function listOwnBookings(
  ctx: Ctx,
  { page, page_size, z_filter }: HandlerInput<Calls['listOwn']>,
): Promise<HandlerResult<Calls['listOwn']>> {
  const { rows, count } = await readPage(joinUnitAndProperty(selectOwnBookings(ctx, z_filter?.waiting === 'true')), { page, page_size }, (q) =>
    q
      .selectAll('booking')
      .select([...getBookingNameColumns(ctx)])
      .orderBy(sql`case when booking.status = 'await_payment' then 0 when booking.status = 'await_screening' and booking.stage = 'info_requested' then 1
        when booking.status in ('await_screening', 'confirmed') then 2 else 3 end`)
      .orderBy(bookingDueOrderSql)
      .orderBy('booking.id', 'desc'),
  );
  return { count, results: rows.map((row) => toBookingSummary(row, ctx)) };
}

export async function compareBookingsForUnit(
  ctx: Ctx,
  { unit_id }: HandlerInput<Calls['compareForUnit']>,
): Promise<HandlerResult<Calls['compareForUnit']>> {
  const rows = await joinUnitAndProperty(filterBookings(ctx, { unit_id }))
    .where('booking.status', 'in', openBookingStatuses)
    .selectAll('booking')
    .select([...getBookingNameColumns(ctx)])
    .orderBy('booking.id')
    .limit(20)
    .execute();
  if (rows.length === 0) throw bookingNotFound();
  const screened = await readScreeningResults(
    ctx,
    rows.map((row) => row.id),
  );
  return {
    results: rows.map((row) => ({
      ...toBookingSummary(row, ctx),
      message: isApplicationClosedToBuyer(row, ctx.me) ? '' : row.message,
      screened: screened.get(row.id) ?? { score: 0, lines: [], lacking: [] },
    })),
  };
}
