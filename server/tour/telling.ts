import { href } from '#contract/kernel/screen.ts';
import { linkTo } from '#contract/screens.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import { tourPublic } from '#contract/tour/public.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { meNow } from '#server/kernel/me.ts';
import { everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { calendarOf } from './calendar.ts';
import { keyOf, type TourRow } from './rows.ts';

type Event = 'tour.requested' | 'tour.confirmed' | 'tour.reminder' | 'tour.canceled' | 'tour.no_show';
type Names = { readonly title: string; readonly place: string; readonly host: string; readonly meeting: string };

async function namesOf(ctx: Pick<Ctx, 'db'>, tour: TourRow): Promise<Names> {
  const row = await everything(ctx.db, 'listing', 'what a tour is of, for those who are told of it')
    .select()
    .innerJoin('property', 'property.id', 'listing.property_id')
    .innerJoin('location as at', 'at.id', 'property.location_id')
    .select(['listing.title', 'property.name', 'at.name as place_name'])
    .select((eb) => [
      eb.selectFrom('person').select('person.name').where('person.id', '=', tour.host_id).as('host'),
      eb.selectFrom('viewing').select('viewing.meeting').where('viewing.id', '=', tour.viewing_id).as('meeting'),
    ])
    .where('listing.id', '=', tour.listing_id)
    .executeTakeFirstOrThrow();
  return { title: row.title, place: `${row.name}, ${row.place_name}`, host: row.host ?? '', meeting: row.meeting ?? '' };
}

/** Where the host reads of it. */
async function hostPage(ctx: Pick<Ctx, 'db'>, tour: TourRow): Promise<{ page?: string }> {
  const layout = (await meNow(ctx.db, tour.host_id))?.layout;
  return layout && layout !== 'tenant' && layout !== 'tenancy' ? { page: `${linkTo('tour.list', layout)}?tour=${tour.id}` } : {};
}

/** A visitor with an account as such reads it there; anybody else by a link that needs none. */
async function visitorWay(ctx: Pick<Ctx, 'db'>, tour: TourRow) {
  const link = href(tourPublic.byLink, { key: keyOf(tour) });
  if (tour.person_id === null)
    return { to: { phone: tour.phone, email: tour.email ?? undefined, locale: tour.language === 'sw' ? ('sw' as const) : ('en' as const) }, link };
  const tenant = (await meNow(ctx.db, tour.person_id))?.layout === 'tenant';
  return { to: { personId: tour.person_id }, ...(tenant ? { page: linkTo('tour.mine', 'tenant') } : { link }) };
}

/** Tells both of them, once a revision of the tour; the calendar entry goes along by mail. */
export async function tellBoth(ctx: Pick<Ctx, 'db'>, tour: TourRow, event: Event, reason = ''): Promise<void> {
  const names = await namesOf(ctx, tour);
  const when = tour.starts_at.toISOString();
  const said = { title: names.title, when };
  const key = `${event}:${tour.id}:${tour.revision}:${tour.starts_at.getTime()}:${tour.remind_at?.getTime() ?? 0}`;
  const calendar =
    event === 'tour.requested' || event === 'tour.no_show' || event === 'tour.reminder'
      ? {}
      : { calendar: calendarOf(tour, names, event === 'tour.canceled') };
  const params = (who: string, code: string | null) => ({
    'tour.requested': { ...said, who },
    'tour.confirmed': { ...said, who, place: names.meeting || names.place, ...(code ? { code } : {}) },
    'tour.reminder': { ...said, who, place: names.meeting || names.place, ...(code ? { code } : {}) },
    'tour.canceled': { ...said, who, reason },
    'tour.no_show': { ...said, who },
  });
  const { to, page, link } = { page: undefined, link: undefined, ...(await visitorWay(ctx, tour)) };
  await tell(ctx, {
    ...{ event, to, params: params(names.host, tour.check_in_code)[event], key: `${key}:visitor`, ...calendar },
    ...(page ? { page } : {}),
    ...(link ? { secret: { page: link } } : {}),
  });
  await tell(ctx, {
    ...{ event, to: { personId: tour.host_id }, params: params(tour.name, null)[event], key: `${key}:host`, ...calendar },
    ...(await hostPage(ctx, tour)),
  });
}

/** The conversation and the enquiry's stage follow. */
export async function stepOf(ctx: Ctx, tour: TourRow, what: LeadStep): Promise<void> {
  if (tour.lead_id !== null)
    await happened(ctx, 'lead.step', {
      leadId: tour.lead_id,
      what,
      about: { code: tour.code, at: tour.starts_at.toISOString(), reason: tour.reason },
    });
}
