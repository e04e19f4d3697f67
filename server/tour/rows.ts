import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { buildApplicationPath } from '#contract/booking/application-path.ts';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import { href } from '#contract/kernel/screen.ts';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { clock } from '#contract/time/clock.ts';
import { tourCalls } from '#contract/tour/calls.ts';
import { type TourFeedback, type TourVisitorAction, tourFeedbackDays } from '#contract/tour/kinds.ts';
import { tourMachine } from '#contract/tour/machine.ts';
import type { TourSummary, VisitorTour } from '#contract/tour/shapes.ts';
import { noShowContestHours } from '#contract/tour/slots.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RowOf } from '#server/kernel/scoped-row.ts';
import { makeBlindMark } from '#server/kernel/seal.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';
import { buildTourCalendar } from './calendar.ts';

export type TourRow = RowOf<'tour'>;
export const tourNotFound = () => new Refusal('notFound', sentence('itemNotFound'));
const hourMs = 3_600_000;

/** The key of a tour gives access to it. It is derived from a secret, so every message can contain it while the database stores only its hash. */
export const makeTourKey = ({ id }: Pick<TourRow, 'id'>): string => makeBlindMark(`tour:${id}`).subarray(0, 16).toString('base64url');
export const hashTourKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** Tours the caller may see, with the names of their records; `tour:managed` covers those of homes the caller manages. */
export const selectVisibleTours = (ctx: Ctx, scope: 'tour' | 'tour:managed') =>
  from(ctx, scope)
    .innerJoin('viewing', 'viewing.id', 'tour.viewing_id')
    .innerJoin('listing', 'listing.id', 'tour.listing_id')
    .innerJoin('property', 'property.id', 'tour.property_id')
    .innerJoin('location as place', 'place.id', 'property.location_id')
    .innerJoin('person as host', 'host.id', 'tour.host_id')
    .leftJoin('unit', 'unit.id', 'tour.unit_id');

export const tourNameColumns = [
  'viewing.mode',
  'viewing.is_group',
  'viewing.meeting',
  'listing.code as listing_code',
  'listing.title as listing_title',
  'listing.status as listing_status',
  'property.code as property_code',
  'property.name as property_name',
  'property.slug as property_slug',
  'property.lat',
  'property.lng',
  'place.name as place_name',
  'host.name as host_name',
  'host.phone as host_phone',
  'unit.name as unit_name',
  sql<boolean>`exists (select 1 from public_listing pl where pl.id = tour.listing_id and pl.listing_type <> 2)
    and not exists (select 1 from booking b where b.listing_id = tour.listing_id and b.person_id = tour.person_id
      and b.status in ('await_screening', 'await_payment', 'confirmed'))`.as('to_let'),
  'unit.slug as unit_slug',
] as const;
type Named = Record<
  'listing_code' | 'listing_title' | 'listing_status' | 'property_slug' | 'property_code' | 'property_name' | 'place_name' | 'host_name',
  string
> & {
  readonly mode: 'in_person' | 'video';
  readonly is_group: boolean;
  readonly meeting: string;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly host_phone: string | null;
  readonly unit_name: string | null;
  /** The listing is public and not for sale. */
  readonly to_let: boolean;
  readonly unit_slug: string | null;
};
export type TourRowWithNames = TourRow & Named;

/** Adds the actions of a manager on the tour, and its company. */
export const managedTourColumns = (ctx: Ctx) =>
  [...tourNameColumns, ...companyAndCountyColumns('tour.company_id'), mayChange('tour:managed', ctx.me, 'tours.edit').as('may_edit')] as const;
export type ManagedTour = TourRowWithNames & CompanyAndCountyRow & { readonly may_edit: boolean };

const open = (status: TourRow['status']) => status === 'requested' || status === 'confirmed';
const common = (r: TourRowWithNames) => ({
  id: r.id,
  code: r.code,
  status: r.status,
  kind: r.kind,
  mode: r.mode,
  group: r.is_group,
  starts_at: r.starts_at.toISOString(),
  ends_at: r.ends_at.toISOString(),
  people: r.people,
  notes: r.notes,
  meeting: r.meeting,
  consent: r.consent,
  reason: r.reason,
  feedback: r.feedback as { -readonly [K in keyof TourFeedback]: TourFeedback[K] extends readonly (infer T)[] ? T[] : TourFeedback[K] } | null,
  moved_times: r.moved_times,
  revision: r.revision,
});

/** The moves allowed now by the machine, the time and the occupant's consent. */
function movesNow(r: ManagedTour, ctx: Ctx) {
  const begun = clock.ms() >= r.starts_at.getTime();
  const platform = ctx.me.role === 'admin' || ctx.me.role === 'superadmin' || ctx.me.role === 'subadmin';
  if (!r.may_edit && !platform) return [];
  return listAllowedMoves(tourMachine, r.status, ctx.me.role).filter(
    (name) => (name !== 'miss' || begun) && name !== 'miss_host' && (name !== 'confirm' || r.consent === 'none' || r.consent === 'given'),
  );
}

export const toTourSummary = (r: ManagedTour, ctx: Ctx): TourSummary => ({
  ...common(r),
  name: r.name,
  phone: r.status === 'requested' || r.status === 'declined' || r.status === 'lapsed' ? null : r.phone,
  host: { id: r.host_id, name: r.host_name },
  listing: { id: r.listing_id, code: r.listing_code, title: r.listing_title },
  property: { id: r.property_id, code: r.property_code, name: r.property_name },
  unit: r.unit_name,
  lapse_at: r.lapse_at?.toISOString() ?? null,
  checked_in_at: r.checked_in_at?.toISOString() ?? null,
  check_in_m: r.check_in_m,
  consent_note: r.consent_note,
  contested_at: r.contested_at?.toISOString() ?? null,
  ...toCompanyAndCounty(r),
  moves: movesNow(r, ctx),
  may_move: open(r.status) && r.may_edit && isAllowed(tourCalls.reschedule.needs, ctx.me),
  may_reassign: open(r.status) && canReassignTour(ctx, r.may_edit),
});
/** Platform staff and the managers of a home may reassign its tours. */
export const canReassignTour = (ctx: Ctx, mayEdit: boolean): boolean =>
  ctx.me.role === 'admin' || ctx.me.role === 'superadmin' || ctx.me.role === 'subadmin' || (mayEdit && ctx.me.grants.has('tours.edit'));

export function getTourVisitorActions(
  r: Pick<TourRow, 'status' | 'starts_at' | 'ends_at' | 'settled_at' | 'contested_at' | 'feedback'>,
): TourVisitorAction[] {
  const now = clock.ms();
  const coming = open(r.status) && now < r.starts_at.getTime();
  const acts: TourVisitorAction[] = coming ? ['move', 'cancel'] : [];
  if (r.status === 'confirmed' && !coming) acts.push('miss_host');
  if (r.status === 'no_show_visitor' && now < (r.settled_at?.getTime() ?? 0) + noShowContestHours * hourMs) acts.push('contest');
  if (r.status === 'attended' && r.feedback === null && now < r.ends_at.getTime() + tourFeedbackDays * 24 * hourMs) acts.push('feedback');
  return acts;
}

const homeOf = ({ property_id: id, property_slug: slug, unit_id, unit_slug }: TourRowWithNames): string =>
  unit_id !== null && unit_slug !== null
    ? href(portalPublicScreens.unit, { id, slug, unit_id, unit_slug })
    : href(portalPublicScreens.property, { id, slug });

export const toVisitorTour = (r: TourRowWithNames): VisitorTour => {
  const sure = r.status !== 'requested' && r.status !== 'declined' && r.status !== 'lapsed' && r.status !== 'canceled';
  return {
    ...common(r),
    name: r.name,
    title: r.listing_title,
    listing_id: r.listing_id,
    place: `${r.property_name}, ${r.place_name}`,
    map: sure && r.mode === 'in_person' && r.lat !== null && r.lng !== null ? { lat: r.lat, lng: r.lng } : null,
    host: { name: r.host_name, phone: sure ? r.host_phone : null },
    check_in_code: r.status === 'confirmed' ? r.check_in_code : null,
    home: r.listing_status === 'live' ? homeOf(r) : null,
    calendar:
      r.status === 'confirmed'
        ? buildTourCalendar(r, { title: r.listing_title, place: `${r.property_name}, ${r.place_name}`, meeting: r.meeting }, false)
        : null,
    may: getTourVisitorActions(r),
    apply: r.status === 'attended' && r.to_let ? buildApplicationPath(r.listing_id) : null,
  };
};

/** The audit values, without the visitor's number and words. */
export const toTourAuditValues = (r: TourRow) => ({
  listing_id: r.listing_id,
  host_id: r.host_id,
  name: r.name,
  status: r.status,
  starts_at: r.starts_at.toISOString(),
  consent: r.consent,
  people: r.people,
});
