import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import type { OccupiedHomeTour } from '#contract/tour/shapes.ts';
import type { visitorCalls } from '#contract/tour/visitor-calls.ts';
import { audit } from '#server/kernel/audit.ts';
import { asUnscoped, type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { type TourRow, toTourAuditValues, tourNotFound } from './rows.ts';
import { changeTour, endTour, occupantDeclinedTourReason, onOccupantAgreed } from './tour-steps.ts';

type Calls = typeof visitorCalls;
/** Occupants can refuse until the tour starts, even after they consented, because it is their home. */
const mayAnswer = ({ status, consent, starts_at }: Pick<TourRow, 'status' | 'consent' | 'starts_at'>): boolean =>
  (status === 'requested' || status === 'confirmed') && consent !== 'none' && consent !== 'refused' && clock.ms() < starts_at.getTime();

const found = (ctx: Ctx) =>
  from(ctx, 'tour:home')
    .innerJoin('listing', 'listing.id', 'tour.listing_id')
    .innerJoin('property', 'property.id', 'tour.property_id')
    .innerJoin('person as host', 'host.id', 'tour.host_id')
    .innerJoin('company', 'company.id', 'host.company_id')
    .leftJoin('unit', 'unit.id', 'tour.unit_id')
    .select(['tour.id', 'tour.people', 'tour.starts_at', 'tour.ends_at', 'tour.status', 'tour.consent', 'tour.consent_note'])
    .select(['listing.title', 'property.name as place', 'unit.name as unit', 'host.name as host_name', 'company.name as company_name']);
type Found = Awaited<ReturnType<ReturnType<typeof found>['executeTakeFirstOrThrow']>>;

const toVisit = (r: Found): OccupiedHomeTour => ({
  id: r.id,
  title: r.title,
  place: r.unit ? `${r.place}, ${r.unit}` : r.place,
  host: r.host_name,
  company: r.company_name,
  people: r.people,
  starts_at: r.starts_at.toISOString(),
  ends_at: r.ends_at.toISOString(),
  status: r.status,
  consent: r.consent,
  note: r.consent_note,
  may_answer: mayAnswer(r),
});

/** Tours that need an answer come first, then by time. Refused tours stay listed for a while. */
export async function listToursOfOccupiedHomes(ctx: Ctx): Promise<HandlerResult<Calls['homeVisits']>> {
  const rows = await found(ctx)
    .where('tour.ends_at', '>', clock.now())
    .where('tour.status', 'in', ['requested', 'confirmed', 'declined', 'canceled'])
    .orderBy(sql`(tour.consent = 'asked') desc, tour.starts_at`)
    .orderBy('tour.id')
    .limit(50)
    .execute();
  return { results: rows.map(toVisit) };
}

export async function answerOccupantConsentRequest(
  asker: Ctx,
  { id, consent, note }: HandlerInput<Calls['answerVisit']>,
): Promise<HandlerResult<Calls['answerVisit']>> {
  const seen = await found(asker).where('tour.id', '=', id).executeTakeFirst();
  if (!seen) throw tourNotFound();
  const ctx = asUnscoped(asker, 'a tour of the unit in which the caller lives');
  const before = await systemRows(ctx.db, 'tour', 'a tour of the unit in which the caller lives')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (!mayAnswer(before)) throw new Refusal('wrongState', m.tour_refusal_no_consent(), { from: before.status });
  const after = await changeTour(ctx, before)
    .set({
      consent,
      consent_by: asker.me.userId,
      consent_at: clock.now(),
      consent_note: note,
      revision: before.revision + 1,
      updated_at: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, asker, {
    kind: 'edit',
    document: 'tours',
    id,
    code: after.code,
    before: toTourAuditValues(before),
    after: toTourAuditValues(after),
    ...(note ? { reason: note } : {}),
  });
  // The visitor is notified of the cancellation without the occupant's reason; the host sees the reason.
  if (consent === 'refused') await endTour(ctx, after, after.status === 'requested' ? 'decline' : 'cancel', 'clock', occupantDeclinedTourReason);
  else if (before.consent === 'asked') await onOccupantAgreed(ctx, after);
  return toVisit(await found(ctx).where('tour.id', '=', id).executeTakeFirstOrThrow());
}
