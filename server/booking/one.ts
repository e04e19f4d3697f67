import { sql } from 'kysely';
import type { bookingCalls } from '#contract/booking/calls.ts';
import type { PaidWay } from '#contract/booking/kinds.ts';
import { becomesBackup } from '#contract/booking/machine.ts';
import type { BookingFull } from '#contract/booking/shapes.ts';
import type { Input } from '#contract/kernel/call.ts';
import { filledIn, reportOf, sameId } from '#server/application/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { pathOfKey } from '#server/media/service.ts';
import { aroundIt, pastOf } from './around.ts';
import { found, platform } from './find.ts';
import { firstDay } from './first-day.ts';
import { homesOf, wants } from './homes.ts';
import { type BookingRow, billOf, missing, named, open, shutToBuyer, toHead, withPlace } from './rows.ts';
import { screenedOf } from './screened.ts';

type Calls = typeof bookingCalls;
/** The day they would move in if they were approved now, where that is not the one they asked for. */
async function laterDay(ctx: Ctx, row: BookingRow, homes: readonly number[]): Promise<string | null> {
  const day = await firstDay(ctx, row, homes);
  return day > row.starts_on ? day : null;
}
const manages = (ctx: Ctx): boolean => ['owner', 'agent', 'dealer', 'staff'].includes(ctx.me.role);

export async function details(ctx: Ctx, { id }: Input<Calls['details']>): Promise<BookingFull> {
  const row = await withPlace(from(ctx, 'booking'))
    .selectAll('booking')
    .select([...named(ctx)])
    .where('booking.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  const own = row.person_id === ctx.me.userId;
  const looks = manages(ctx) && !own && ctx.me.impersonatorId === null;
  const homes = await homesOf(ctx, row);
  const { n, backups } = await found(ctx, {})
    .where(wants(homes))
    .where('booking.id', '<>', id)
    .where('booking.status', 'in', open)
    .select([
      sql<number>`count(*)::int`.as('n'),
      sql<number>`count(*) filter (where booking.status = 'await_screening' and booking.stage = any (${[...becomesBackup]}))::int`.as('backups'),
    ])
    .executeTakeFirstOrThrow();
  const gone = row.status === 'deleted';
  const report = await reportOf(ctx, id);
  return {
    ...toHead(row, ctx),
    bill: billOf(row),
    message: shutToBuyer(row, ctx.me) ? '' : row.message,
    answer: shutToBuyer(row, ctx.me) ? '' : row.answer,
    mine: own,
    asked: row.asked as BookingFull['asked'],
    decision: await decisionOf(ctx, row.decision, own),
    paid: await paidOf(ctx, row.paid),
    said_paid: await saidPaidOf(ctx, row.said_paid),
    application: gone ? null : await applicationOf(ctx, row.application_id, id, report !== null),
    reported: report,
    screened: looks && !gone ? ((await screenedOf(ctx, [id])).get(id) ?? null) : null,
    same_id: looks ? await sameId(ctx, id) : 0,
    others: own ? 0 : n,
    backups: own ? 0 : backups,
    not_before: looks && row.status === 'await_screening' ? await laterDay(ctx, row, homes) : null,
    ...(await aroundIt(ctx, row, own)),
    history: await pastOf(ctx, row),
  };
}

export const nameOf = async (ctx: Pick<Ctx, 'db'>, id: number | null): Promise<string | null> =>
  id === null
    ? null
    : ((
        await everything(ctx.db, 'person', 'who decided, for whom it was decided about')
          .select()
          .select('name')
          .where('id', '=', id)
          .executeTakeFirst()
      )?.name ?? null);

async function decisionOf(ctx: Ctx, decision: unknown, own: boolean): Promise<BookingFull['decision']> {
  const said = decision as { reason: string; note: string; at: string; by: number | null } | null;
  if (!said) return null;
  // What a manager noted while approving is theirs; why somebody was declined or sent away is the applicant's to read.
  return { reason: said.reason, note: own && said.reason === 'approved' ? '' : said.note, at: said.at, by: await nameOf(ctx, said.by) };
}

type Written = { cents: number; how: PaidWay; on: string; note: string; file_id: number | null };
async function fileOf(ctx: Ctx, id: number | null): Promise<string | null> {
  const file = await from(ctx, 'media_file')
    .innerJoin('media_variant', 'media_variant.file_id', 'media_file.id')
    .select('media_variant.key')
    .where('media_file.id', '=', id)
    .executeTakeFirst();
  return file ? pathOfKey(file.key) : null;
}
async function paidOf(ctx: Ctx, paid: unknown): Promise<BookingFull['paid']> {
  const said = paid as (Written & { by: number | null; why_less?: string }) | null;
  if (!said) return null;
  const { file_id, by, why_less = '', ...rest } = said;
  return { ...rest, why_less, by: await nameOf(ctx, by), file: await fileOf(ctx, file_id) };
}
async function saidPaidOf(ctx: Ctx, said: unknown): Promise<BookingFull['said_paid']> {
  const written = said as (Written & { at: string }) | null;
  return written && { ...written, file: await fileOf(ctx, written.file_id) };
}

async function applicationOf(ctx: Ctx, applicationId: number | null, bookingId: number, isReported: boolean): Promise<BookingFull['application']> {
  if (applicationId === null) return null;
  const row = await everything(ctx.db, 'application', 'which parts are filled in, for who sees the booking')
    .select()
    .select(['parts', 'erased_at'])
    .where('id', '=', applicationId)
    .executeTakeFirst();
  if (!row || row.erased_at !== null) return null;
  const grant =
    ctx.me.companyId === null || !manages(ctx)
      ? undefined
      : await everything(ctx.db, 'application_grant', "whether the caller's company may look now")
          .select()
          .select('id')
          .where('booking_id', '=', bookingId)
          .where('application_id', '=', applicationId)
          .where('company_id', '=', ctx.me.companyId)
          .where('ended_at', 'is', null)
          .where(sql<boolean>`until > app.now()`)
          .executeTakeFirst();
  const mayLook = grant !== undefined || (isReported && platform.includes(ctx.me.role));
  return { parts: filledIn(row), readable: mayLook && ctx.me.impersonatorId === null };
}
