import { platformRoles } from '#contract/kernel/roles.ts';
import { href } from '#contract/kernel/screen.ts';
import { linkTo } from '#contract/screens.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import { tourPublicScreens } from '#contract/tour/public.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { parentOf, sameRow } from '#server/kernel/scoped-row.ts';
import { isOpenToApplicants } from '#server/listing/service.ts';
import { createNotificationAudience, type NotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import { readPayersOfOccupiedUnits } from '#server/tenancy/service.ts';
import { buildTourCalendar } from './calendar.ts';
import { hashTourKey, makeTourKey, type TourRow } from './rows.ts';

type Event = 'tour.requested' | 'tour.confirmed' | 'tour.reminder' | 'tour.canceled' | 'tour.no_show';
type Names = { readonly title: string; readonly place: string; readonly host: string; readonly meeting: string };

async function namesOf(ctx: Pick<Ctx, 'db'>, tour: TourRow): Promise<Names> {
  const row = await parentOf(ctx.db, tour, 'listing_id', 'listing')
    .innerJoin('property', 'property.id', 'listing.property_id')
    .innerJoin('location as at', 'at.id', 'property.location_id')
    .select(['listing.title', 'property.name', 'at.name as place_name'])
    .select((eb) => [
      eb.selectFrom('person').select('person.name').where('person.id', '=', tour.host_id).as('host'),
      eb.selectFrom('viewing').select('viewing.meeting').where('viewing.id', '=', tour.viewing_id).as('meeting'),
    ])
    .executeTakeFirstOrThrow();
  return { title: row.title, place: `${row.name}, ${row.place_name}`, host: row.host ?? '', meeting: row.meeting ?? '' };
}

/** The page on which the host reads about the tour. */
const hostPage = ({ id }: TourRow) => screenPagePath('tour.list', {}, `tour=${id}`);

/** The page of the tour for the visitor: with a tenant account in the dashboard, otherwise a link that works without signing in. */
async function visitorOf(
  ctx: Pick<Ctx, 'db'>,
  tour: TourRow,
  { mark = 'visitor', page = linkTo('tour.mine', 'tenant') } = {},
): Promise<NotificationAudience> {
  const key = makeTourKey(tour);
  // Stores the hash of the key in the link, so that the link also works for a tour that was created without booking, or after the secret was changed.
  if (tour.token_hash !== hashTourKey(key))
    await sameRow(ctx.db, 'tour', tour)
      .change()
      .set({ token_hash: hashTourKey(key) })
      .execute();
  const link = href(tourPublicScreens.byLink, { key });
  const { phone_proved, phone, email, language, person_id } = tour;
  const address = {
    phone: phone_proved ? phone : undefined,
    email: email ?? undefined,
    locale: language === 'sw' ? ('sw' as const) : ('en' as const),
  };
  if (person_id === null) return createNotificationAudience().readers([{ to: address, mark, link }]);
  const isTenant = (await readMe(ctx.db, person_id))?.layout === 'tenant';
  return createNotificationAudience().readers([{ to: { personId: person_id }, mark, ...(isTenant ? { page } : { link }) }]);
}

/** The name of the person who acted, as the other side sees it; empty for the scheduled job and the platform. */
async function actorName(ctx: Pick<Ctx, 'db' | 'me'>, tour: TourRow): Promise<string> {
  const { userId, role } = ctx.me;
  if (userId === null) return role === 'anonymous' ? tour.name : '';
  if (userId === tour.person_id || (platformRoles as readonly string[]).includes(role)) return userId === tour.person_id ? tour.name : '';
  const row = await unscopedTable(ctx.db, 'person', 'the person who moved or cancelled a tour')
    .select()
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.name ?? '';
}

type More = { readonly reason?: string /** The earlier time of a rescheduled tour. */; readonly from?: Date };
/**
 * Notifies visitor and host, once per revision of the tour; the mail contains the calendar entry. A host who acted gets only that entry.
 * When the clock acts, the context has no person.
 */
export async function notifyHostAndVisitor(
  ctx: Pick<Ctx, 'db' | 'me'>,
  tour: TourRow,
  event: Event,
  { reason = '', from }: More = {},
): Promise<void> {
  const names = await namesOf(ctx, tour);
  const when = tour.starts_at.toISOString();
  const key = `${tour.id}:${tour.revision}:${tour.starts_at.getTime()}:${tour.remind_at?.getTime() ?? 0}`;
  const calendar =
    event === 'tour.requested' || event === 'tour.no_show' || event === 'tour.reminder'
      ? {}
      : { calendar: buildTourCalendar(tour, names, event === 'tour.canceled') };
  const byHost = ctx.me.userId === tour.host_id;
  const byVisitor = ctx.me.userId === null ? ctx.me.role === 'anonymous' : ctx.me.userId === tour.person_id;
  const actor = from || event === 'tour.canceled' ? await actorName(ctx, tour) : '';
  const params = (who: string, code: string | null, own: boolean) => {
    const said = { title: names.title, when, who };
    const by = actor === '' || own ? {} : { by: actor };
    const moved = from ? { from: from.toISOString(), ...by } : {};
    const door = { place: names.meeting || names.place, ...(code ? { code } : {}) };
    return {
      'tour.requested': { ...said, ...moved, ...(from ? { as: 'moved' as const } : {}) },
      'tour.confirmed': { ...said, ...moved, ...door },
      'tour.reminder': { ...said, ...door },
      'tour.canceled': { title: names.title, when, reason, ...by },
      'tour.no_show': said,
    };
  };
  await notifyAudience(ctx, event, params(names.host, tour.check_in_code, byVisitor)[event], await visitorOf(ctx, tour), { key, ...calendar });
  if (byHost && !('calendar' in calendar)) return;
  const message = { key, page: hostPage(tour), ...calendar, ...(byHost ? { channels: ['email'] as const } : {}) };
  await notifyAudience(ctx, event, params(tour.name, null, byHost)[event], createNotificationAudience().person(tour.host_id, 'host'), message);
}

/** Asks the occupants for consent at least a day ahead. Occupants without an account are notified, and the host records their answer. */
export async function requestOccupantConsent(ctx: Pick<Ctx, 'db'>, tour: TourRow): Promise<void> {
  const names = await namesOf(ctx, tour);
  const params = { title: names.title, when: tour.starts_at.toISOString(), who: names.host, as: 'lives' as const };
  const to = createNotificationAudience().tenants(await readPayersOfOccupiedUnits(ctx.db, tour));
  await notifyAudience(ctx, 'tour.requested', params, to, {
    key: `${tour.id}:${tour.starts_at.getTime()}:lives`,
    page: linkTo('tour.mine', 'tenant'),
  });
}

/** Notifies the host that the occupant agreed and that the host must confirm. */
export async function notifyHostOfOccupantConsent(ctx: Pick<Ctx, 'db'>, tour: TourRow): Promise<void> {
  const names = await namesOf(ctx, tour);
  const params = { title: names.title, when: tour.starts_at.toISOString(), who: tour.name, as: 'agreed' as const };
  const message = { key: `${tour.id}:${tour.revision}`, page: hostPage(tour) };
  await notifyAudience(ctx, 'tour.requested', params, createNotificationAudience().person(tour.host_id, 'agreed'), message);
}

/**
 * After the visit, links the visitor to the application while the home is available. A visitor without a tenant account gets the page of the tour.
 */
export async function notifyVisitorAfterTour(ctx: Pick<Ctx, 'db'>, tour: TourRow): Promise<void> {
  if (!(await isOpenToApplicants(ctx.db, tour.listing_id))) return;
  const { title, host } = await namesOf(ctx, tour);
  const page = linkTo('booking.apply', 'tenant', { listing_id: tour.listing_id });
  await notifyAudience(ctx, 'tour.seen', { title, who: host }, await visitorOf(ctx, tour, { mark: '', page }), { key: tour.id });
}

/** Publishes the step, which updates the conversation and the stage of the enquiry. */
export async function publishTourStep(ctx: Ctx, tour: TourRow, what: LeadStep): Promise<void> {
  if (tour.lead_id !== null)
    await publishEvent(ctx, 'lead.step', {
      leadId: tour.lead_id,
      what,
      about: { code: tour.code, at: tour.starts_at.toISOString(), reason: tour.reason },
    });
}
