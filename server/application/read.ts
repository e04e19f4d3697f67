import { type RawBuilder, sql } from 'kysely';
import { calculateRentToIncomePercent, isIncomeSufficient } from '#contract/application/kinds.ts';
import type { ApplicationDocument, SharedApplication } from '#contract/application/shapes.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { add, from, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { type ApplicationRow, decryptApplicationBody } from './body.ts';

export const applicationNotFound = () => new Refusal('notFound', sentence('itemNotFound'));
const managing: readonly string[] = ['owner', 'agent', 'dealer', 'staff'];
const platform: readonly string[] = ['admin', 'superadmin'];

/** What gives the caller access to the application of a booking: a live grant of their company, or a problem the applicant reported about it. */
function opens({ me }: Ctx, bookingId: number): RawBuilder<boolean> {
  if (platform.includes(me.role))
    return sql<boolean>`exists (select 1 from application_report r where r.application_id = application.id and r.booking_id = ${bookingId}
      and r.ended_at is null and r.until > app.now())`;
  return sql<boolean>`exists (select 1 from application_grant g where g.application_id = application.id and g.booking_id = ${bookingId}
    and g.company_id = ${me.companyId} and g.ended_at is null and g.until > app.now())`;
}

/** Documents open for shortlisted applicants and those who were promised the home; before that only the short form is readable. */
const papersOpen = ({ status, stage }: { status: string; stage: string }): boolean =>
  stage === 'shortlisted' || ['await_payment', 'confirmed', 'closed'].includes(status);

/**
 * The only way to another person's application. The caller must see its booking, and their company needs a live grant (platform staff need an open
 * report by the owner). Impersonation is excluded, and the access is recorded for the owner before anything is read.
 */
export async function openApplicationForReader(
  ctx: Ctx,
  bookingId: number,
  what: string,
): Promise<{ row: ApplicationRow; rentCents: number; papers: boolean }> {
  const ours = platform.includes(ctx.me.role);
  if (ctx.me.impersonatorId !== null || ctx.me.userId === null) throw applicationNotFound();
  if (!ours && (!managing.includes(ctx.me.role) || ctx.me.companyId === null)) throw applicationNotFound();
  const booking = await getLookup('managedBooking')(ctx, bookingId);
  if (!booking?.application_id) throw applicationNotFound();
  const row = await from(ctx, 'application:granted')
    .selectAll()
    .where('id', '=', booking.application_id)
    .where(opens(ctx, bookingId))
    .executeTakeFirst();
  // Without a report the platform gets "not found"; a company whose access has ended gets "gone".
  if (!row) throw ours ? applicationNotFound() : new Refusal('gone', m.application_refusal_over());
  await add(ctx, 'application_look')
    .values({ application_id: row.id, booking_id: bookingId, company_id: ours ? null : ctx.me.companyId, person_id: ctx.me.userId, what })
    .execute();
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'application', id: null, code: booking.code, reason: 'looked at an application' });
  return { row, rentCents: booking.rent, papers: ours || papersOpen(booking) };
}

export const listApplicationDocuments = async (ctx: Ctx, id: number): Promise<ApplicationDocument[]> => {
  const rows = await unscopedTable(ctx.db, 'application_file', 'documents of an application that the caller may read')
    .select()
    .select(['id', 'kind', 'name', 'mime', 'bytes', 'created_at'])
    .where('application_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as ApplicationDocument['kind'], created_at: row.created_at.toISOString() }));
};

export async function readApplicationForBooking(ctx: Ctx, { booking_id }: { booking_id: number }): Promise<SharedApplication> {
  const { row, rentCents, papers } = await openApplicationForReader(ctx, booking_id, 'form');
  const body = decryptApplicationBody(row);
  if (!body) throw new Refusal('gone', m.application_refusal_over());
  const there = await listApplicationDocuments(ctx, row.id);
  return {
    version: row.version,
    body,
    consents: row.consents as SharedApplication['consents'],
    papers: papers ? there : [],
    papers_shut: papers ? 0 : there.length,
    saved_at: row.created_at.toISOString(),
    rent_percent: calculateRentToIncomePercent(rentCents, body.income_cents),
    income_fits: isIncomeSufficient(rentCents, body.income_cents),
  };
}
