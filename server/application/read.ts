import { sql } from 'kysely';
import { incomeFits, rentPercent } from '#contract/application/kinds.ts';
import type { Paper, ReadApplication } from '#contract/application/shapes.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, everything, from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { type ApplicationRow, bodyOf } from './body.ts';

export const missing = () => new Refusal('notFound', sentence('itemNotFound'));
const managing: readonly string[] = ['owner', 'agent', 'dealer', 'staff'];

/**
 * The only way a manager comes to an application: they see the booking it came with, their company has a live grant for it, nobody looks as
 * them, and that they looked is written down for its owner before they read a word.
 */
export async function lookAt(ctx: Ctx, bookingId: number, what: string): Promise<{ row: ApplicationRow; rentCents: number }> {
  if (!managing.includes(ctx.me.role) || ctx.me.impersonatorId !== null || ctx.me.companyId === null || ctx.me.userId === null) throw missing();
  const booking = await from(ctx, 'booking:managed')
    .select(['id', 'code', 'application_id', sql<number>`coalesce((bill ->> 'month_rent_cents')::bigint, 0)`.as('rent')])
    .where('id', '=', bookingId)
    .executeTakeFirst();
  if (!booking?.application_id) throw missing();
  const row = await from(ctx, 'application:granted')
    .selectAll()
    .where('id', '=', booking.application_id)
    .where(
      sql<boolean>`exists (select 1 from application_grant g where g.application_id = application.id and g.booking_id = ${bookingId}
        and g.company_id = ${ctx.me.companyId} and g.ended_at is null and g.until > app.now())`,
    )
    .executeTakeFirst();
  if (!row) throw new Refusal('gone', m.application_refusal_over());
  await add(ctx, 'application_look')
    .values({ application_id: row.id, booking_id: bookingId, company_id: ctx.me.companyId, person_id: ctx.me.userId, what })
    .execute();
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'application', id: null, code: booking.code, reason: 'looked at an application' });
  return { row, rentCents: booking.rent };
}

export const papersOf = async (ctx: Ctx, id: number): Promise<Paper[]> => {
  const rows = await everything(ctx.db, 'application_file', 'papers of an application the caller may read')
    .select()
    .select(['id', 'kind', 'name', 'mime', 'bytes', 'created_at'])
    .where('application_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as Paper['kind'], created_at: row.created_at.toISOString() }));
};

export async function read(ctx: Ctx, { booking_id }: { booking_id: number }): Promise<ReadApplication> {
  const { row, rentCents } = await lookAt(ctx, booking_id, 'form');
  const body = bodyOf(row);
  if (!body) throw new Refusal('gone', m.application_refusal_over());
  return {
    version: row.version,
    body,
    consents: row.consents as ReadApplication['consents'],
    papers: await papersOf(ctx, row.id),
    saved_at: row.created_at.toISOString(),
    rent_percent: rentPercent(rentCents, body.income_cents),
    income_fits: incomeFits(rentCents, body.income_cents),
  };
}
