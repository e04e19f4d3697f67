import { sql } from 'kysely';
import type { bookingCalls } from '#contract/booking/calls.ts';
import { type BoardColumn, boardColumns, type Checked, lackingChecks, scoreOf } from '#contract/booking/kinds.ts';
import { becomesBackup } from '#contract/booking/machine.ts';
import type { BookingFull, Screened } from '#contract/booking/shapes.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { reportOf, sameId } from '#server/application/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { withHeads } from '#server/lists/holder.ts';
import { asksDays, byColumn, contains, inDays, pageOf, tabsOf } from '#server/lists/list.ts';
import { pathOfKey } from '#server/media/service.ts';
import { aroundIt, pastOf } from './around.ts';
import { homesOf, wants } from './homes.ts';
import { billOf, dueFirst, missing, named, open, shutToBuyer, toHead, visibleBookings } from './rows.ts';

type Calls = typeof bookingCalls;
type Filters = NonNullable<Input<Calls['all']>['z_filter']>;
const depth = 25;

/** Being looked into because the applicant reported it: the platform's to know, and nobody else's. */
const reported = (ctx: Ctx) =>
  platform.includes(ctx.me.role)
    ? sql<boolean>`exists (select 1 from application_report r where r.booking_id = booking.id and r.ended_at is null and r.until > app.now())`
    : sql<boolean>`false`;
const platform: readonly string[] = ['admin', 'superadmin'];

export function found(ctx: Ctx, f: Filters) {
  let q = visibleBookings(ctx, 'booking:managed').where('booking.hidden_at', 'is', null);
  if (f.status) q = q.where('booking.status', '=', f.status);
  if (f.stage) q = q.where('booking.stage', '=', f.stage);
  if (f.property_id) q = q.where('booking.property_id', '=', f.property_id);
  if (f.unit_id) q = q.where(wants([f.unit_id]));
  if (f.listing_id) q = q.where('booking.listing_id', '=', f.listing_id);
  if (f.person_id) q = q.where('booking.person_id', '=', f.person_id).where('booking.status', '<>', 'deleted');
  if (f.company_id) q = q.where('booking.company_id', '=', f.company_id);
  if (f.region) q = q.where('property.region', '=', f.region);
  if (f.reported) q = q.where(reported(ctx));
  if (f.waiting) q = q.where('booking.decide_by', 'is not', null);
  if (asksDays(f)) q = q.where(inDays('booking.created_at', f));
  const { q: text } = f;
  if (text)
    q = q.where((eb) =>
      eb.or([
        eb.and([contains('person.name', text), eb('booking.status', '<>', 'deleted')]),
        contains('booking.code', text),
        contains('unit.name', text),
        contains('property.name', text),
      ]),
    );
  return q;
}

export async function all(ctx: Ctx, { page, page_size, tabs, sort, z_filter = {} }: Input<Calls['all']>): Promise<Result<Calls['all']>> {
  const order =
    sort === 'due'
      ? dueFirst
      : sort === '-due'
        ? sql`coalesce(booking.decide_by, booking.pay_until) desc nulls last`
        : byColumn(sort.replace(/^(-?)/, '$1booking.'));
  const { rows, count } = await pageOf(found(ctx, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('booking')
      .select([...named(ctx)])
      .orderBy(order)
      .orderBy('booking.id', 'desc'),
  );
  const counts = await tabsOf(tabs, () => found(ctx, { ...z_filter, status: undefined }), sql`booking.status`);
  return {
    count,
    results: await withHeads(
      ctx,
      rows.map((row) => toHead(row, ctx)),
    ),
    ...counts,
  };
}

const inColumn = (ctx: Ctx, f: Filters, column: BoardColumn) =>
  column === 'await_payment' || column === 'confirmed'
    ? found(ctx, { ...f, status: column, stage: undefined })
    : found(ctx, { ...f, status: 'await_screening', stage: column });

export async function board(ctx: Ctx, { z_filter = {} }: Input<Calls['board']>): Promise<Result<Calls['board']>> {
  const columns: Result<Calls['board']>['columns'] = [];
  for (const column of boardColumns) {
    const { rows, count } = await pageOf(inColumn(ctx, z_filter, column), { page: 1, page_size: depth }, (q) =>
      q
        .selectAll('booking')
        .select([...named(ctx)])
        .orderBy(dueFirst)
        .orderBy('booking.id'),
    );
    columns.push({ column, count, results: rows.map((row) => toHead(row, ctx)) });
  }
  return { columns };
}

/** One's own; those that wait for something of oneself are to be paid, or asked for more. */
export function ownBookings(ctx: Ctx, waiting: boolean) {
  const own = visibleBookings(ctx, 'booking').where('booking.person_id', '=', ctx.me.userId).where('booking.status', '<>', 'deleted');
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

/** One's own: what needs something of oneself first, then what is open, then the past. */
export async function mine(ctx: Ctx, { page, page_size, z_filter }: Input<Calls['mine']>): Promise<Result<Calls['mine']>> {
  const { rows, count } = await pageOf(ownBookings(ctx, z_filter?.waiting === 'true'), { page, page_size }, (q) =>
    q
      .selectAll('booking')
      .select([...named(ctx)])
      .orderBy(sql`case when booking.status = 'await_payment' then 0 when booking.status = 'await_screening' and booking.stage = 'info_requested' then 1
        when booking.status in ('await_screening', 'confirmed') then 2 else 3 end`)
      .orderBy(dueFirst)
      .orderBy('booking.id', 'desc'),
  );
  return { count, results: rows.map((row) => toHead(row, ctx)) };
}

/** What was found, for who manages the booking; nobody else has rows to read here. */
export async function screenedOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Screened>> {
  const rows = await from(ctx, 'screening_check')
    .leftJoin('person', 'person.id', 'screening_check.by_id')
    .select(['screening_check.booking_id', 'what', 'outcome', 'note', 'at', 'person.name as by'])
    .where('screening_check.booking_id', 'in', [0, ...ids])
    .execute();
  return new Map(
    ids.map((id) => {
      const own = rows.filter((row) => row.booking_id === id);
      const { score, lines } = scoreOf(own as unknown as Checked[]);
      return [
        id,
        {
          score,
          lines: lines.map((line) => {
            const row = own.find((one) => one.what === line.what);
            return { ...line, note: row?.note ?? '', by: row?.by ?? null, at: row?.at?.toISOString() ?? null };
          }),
          lacking: lackingChecks(own as unknown as Checked[]),
        },
      ];
    }),
  );
}
const manages = (ctx: Ctx): boolean => ['owner', 'agent', 'dealer', 'staff'].includes(ctx.me.role);

export async function details(ctx: Ctx, { id }: Input<Calls['details']>): Promise<BookingFull> {
  const row = await visibleBookings(ctx, 'booking')
    .selectAll('booking')
    .select([...named(ctx)])
    .where('booking.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  const own = row.person_id === ctx.me.userId;
  const looks = manages(ctx) && !own && ctx.me.impersonatorId === null;
  const { n } = await found(ctx, {})
    .where(wants(await homesOf(ctx, row)))
    .where('booking.id', '<>', id)
    .where('booking.status', '=', 'await_screening')
    .where('booking.stage', 'in', [...becomesBackup])
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  const gone = row.status === 'deleted';
  const report = await reportOf(ctx, id);
  return {
    ...toHead(row, ctx),
    bill: billOf(row),
    message: shutToBuyer(row, ctx.me) ? '' : row.message,
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

type Written = { cents: number; how: never; on: string; note: string; file_id: number | null };
async function fileOf(ctx: Ctx, id: number | null): Promise<string | null> {
  const file = await from(ctx, 'media_file')
    .innerJoin('media_variant', 'media_variant.file_id', 'media_file.id')
    .select('media_variant.key')
    .where('media_file.id', '=', id ?? 0)
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
  return { parts: row.parts as never, readable: mayLook && ctx.me.impersonatorId === null };
}

export async function compare(ctx: Ctx, { unit_id }: Input<Calls['compare']>): Promise<Result<Calls['compare']>> {
  const rows = await found(ctx, { unit_id })
    .where('booking.status', 'in', open)
    .selectAll('booking')
    .select([...named(ctx)])
    .orderBy('booking.id')
    .limit(20)
    .execute();
  if (rows.length === 0) throw missing();
  const screened = await screenedOf(
    ctx,
    rows.map((row) => row.id),
  );
  return {
    results: rows.map((row) => ({
      ...toHead(row, ctx),
      message: shutToBuyer(row, ctx.me) ? '' : row.message,
      screened: screened.get(row.id) ?? { score: 0, lines: [], lacking: [] },
    })),
  };
}
