import { sql } from 'kysely';
import type { bookingCalls } from '#contract/booking/calls.ts';
import type { ExternalPaymentMethod } from '#contract/booking/kinds.ts';
import { stagesThatBecomeBackup } from '#contract/booking/machine.ts';
import type { BookingDetails } from '#contract/booking/shapes.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { countApplicantsWithSameId, readApplicationReport, readFilledParts } from '#server/application/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { toMediaPath } from '#server/media/service.ts';
import { readBookingContext, readBookingHistory } from './booking-context.ts';
import { findEarliestStartDay } from './first-day.ts';
import { isBookingForUnitsSql, readBookedUnits } from './homes.ts';
import { filterBookings, platformStaffRoles } from './lists.ts';
import {
  type BookingRow,
  bookingNotFound,
  getBookingNameColumns,
  isApplicationClosedToBuyer,
  joinUnitAndProperty,
  openBookingStatuses,
  readBookingBill,
  toBookingSummary,
} from './rows.ts';
import { readScreeningResults } from './screening-result.ts';

type Calls = typeof bookingCalls;
/** The start day if the booking were approved now; null if it is the requested day. */
async function laterDay(ctx: Ctx, row: BookingRow, homes: readonly number[]): Promise<string | null> {
  const day = await findEarliestStartDay(ctx, row, homes);
  return day > row.starts_on ? day : null;
}
const manages = (ctx: Ctx): boolean => ['owner', 'agent', 'dealer', 'staff'].includes(ctx.me.role);

export async function readBookingDetails(ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<BookingDetails> {
  const row = await joinUnitAndProperty(from(ctx, 'booking'))
    .selectAll('booking')
    .select([...getBookingNameColumns(ctx)])
    .where('booking.id', '=', id)
    .executeTakeFirst();
  if (!row) throw bookingNotFound();
  const own = row.person_id === ctx.me.userId;
  const looks = manages(ctx) && !own && ctx.me.impersonatorId === null;
  const homes = await readBookedUnits(ctx, row);
  const { n, backups } = await filterBookings(ctx, {})
    .where(isBookingForUnitsSql(homes))
    .where('booking.id', '<>', id)
    .where('booking.status', 'in', openBookingStatuses)
    .select([
      sql<number>`count(*)::int`.as('n'),
      sql<number>`count(*) filter (where booking.status = 'await_screening' and booking.stage = any (${[...stagesThatBecomeBackup]}))::int`.as(
        'backups',
      ),
    ])
    .executeTakeFirstOrThrow();
  const gone = row.status === 'deleted';
  const report = await readApplicationReport(ctx, id);
  return {
    ...toBookingSummary(row, ctx),
    bill: readBookingBill(row),
    message: isApplicationClosedToBuyer(row, ctx.me) ? '' : row.message,
    answer: isApplicationClosedToBuyer(row, ctx.me) ? '' : row.answer,
    mine: own,
    asked: row.asked as BookingDetails['asked'],
    decision: await decisionOf(ctx, row.decision, own),
    paid: await paidOf(ctx, row.paid),
    said_paid: await saidPaidOf(ctx, row.said_paid),
    application: gone ? null : await applicationOf(ctx, row.application_id, id, report !== null),
    reported: report,
    screened: looks && !gone ? ((await readScreeningResults(ctx, [id])).get(id) ?? null) : null,
    same_id: looks ? await countApplicantsWithSameId(ctx, id) : 0,
    others: own ? 0 : n,
    backups: own ? 0 : backups,
    not_before: looks && row.status === 'await_screening' ? await laterDay(ctx, row, homes) : null,
    ...(await readBookingContext(ctx, row, own)),
    history: await readBookingHistory(ctx, row),
  };
}

export const readBookingPersonName = async (ctx: Pick<Ctx, 'db'>, id: number | null): Promise<string | null> =>
  id === null
    ? null
    : ((
        await unscopedTable(ctx.db, 'person', 'the name of the person who decided is shown to the applicant')
          .select()
          .select('name')
          .where('id', '=', id)
          .executeTakeFirst()
      )?.name ?? null);

async function decisionOf(ctx: Ctx, decision: unknown, own: boolean): Promise<BookingDetails['decision']> {
  const said = decision as { reason: string; note: string; at: string; by: number | null } | null;
  if (!said) return null;
  // A manager’s note on an approval is internal. The reason for a rejection or a cancellation is shown to the applicant.
  return {
    reason: said.reason,
    note: own && said.reason === 'approved' ? '' : said.note,
    at: said.at,
    by: await readBookingPersonName(ctx, said.by),
  };
}

type Written = { cents: number; how: ExternalPaymentMethod; on: string; note: string; file_id: number | null };
async function fileOf(ctx: Ctx, id: number | null): Promise<string | null> {
  const file = await from(ctx, 'media_file')
    .innerJoin('media_variant', 'media_variant.file_id', 'media_file.id')
    .select('media_variant.key')
    .where('media_file.id', '=', id)
    .executeTakeFirst();
  return file ? toMediaPath(file.key) : null;
}
async function paidOf(ctx: Ctx, paid: unknown): Promise<BookingDetails['paid']> {
  const said = paid as (Written & { by: number | null; why_less?: string }) | null;
  if (!said) return null;
  const { file_id, by, why_less = '', ...rest } = said;
  return { ...rest, why_less, by: await readBookingPersonName(ctx, by), file: await fileOf(ctx, file_id) };
}
async function saidPaidOf(ctx: Ctx, said: unknown): Promise<BookingDetails['said_paid']> {
  const written = said as (Written & { at: string }) | null;
  return written && { ...written, file: await fileOf(ctx, written.file_id) };
}

async function applicationOf(ctx: Ctx, applicationId: number | null, bookingId: number, isReported: boolean): Promise<BookingDetails['application']> {
  if (applicationId === null) return null;
  const row = await unscopedTable(ctx.db, 'application', 'people who see the booking see which parts of the application are complete')
    .select()
    .select(['parts', 'erased_at'])
    .where('id', '=', applicationId)
    .executeTakeFirst();
  if (!row || row.erased_at !== null) return null;
  const grant =
    ctx.me.companyId === null || !manages(ctx)
      ? undefined
      : await unscopedTable(ctx.db, 'application_grant', 'checks whether the caller’s company has access now')
          .select()
          .select('id')
          .where('booking_id', '=', bookingId)
          .where('application_id', '=', applicationId)
          .where('company_id', '=', ctx.me.companyId)
          .where('ended_at', 'is', null)
          .where(sql<boolean>`until > app.now()`)
          .executeTakeFirst();
  const mayLook = grant !== undefined || (isReported && platformStaffRoles.includes(ctx.me.role));
  return { parts: readFilledParts(row), readable: mayLook && ctx.me.impersonatorId === null };
}
