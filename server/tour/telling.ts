import { platformRoles } from '#contract/kernel/roles.ts';
import { href } from '#contract/kernel/screen.ts';
import { linkTo } from '#contract/screens.ts';
import type { LeadStep } from '#contract/thread/steps.ts';
import { tourPublic } from '#contract/tour/public.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { meNow } from '#server/kernel/me.ts';
import { everything } from '#server/kernel/scoped.ts';
import { itself, parentOf } from '#server/kernel/scoped-row.ts';
import { stillToLet } from '#server/listing/service.ts';
import { type Audience, audience, notify, screenPage } from '#server/notification/service.ts';
import { payersIn } from '#server/tenancy/service.ts';
import { calendarOf } from './calendar.ts';
import { hashOf, keyOf, type TourRow } from './rows.ts';

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

/** Where the host reads of it. */
const hostPage = ({ id }: TourRow) => screenPage('tour.list', {}, `tour=${id}`);

/** The visitor: with a tenant's account on its page, without one by a link that opens without signing in. */
async function visitorOf(ctx: Pick<Ctx, 'db'>, tour: TourRow, { mark = 'visitor', page = linkTo('tour.mine', 'tenant') } = {}): Promise<Audience> {
  const key = keyOf(tour);
  // The link that is sent is the one that opens it: also of a tour that was put down without being booked, or under another secret of the house.
  if (tour.token_hash !== hashOf(key))
    await itself(ctx.db, 'tour', tour)
      .change()
      .set({ token_hash: hashOf(key) })
      .execute();
  const link = href(tourPublic.byLink, { key });
  const { phone_proved, phone, email, language, person_id } = tour;
  const address = {
    phone: phone_proved ? phone : undefined,
    email: email ?? undefined,
    locale: language === 'sw' ? ('sw' as const) : ('en' as const),
  };
  if (person_id === null) return audience().readers([{ to: address, mark, link }]);
  const isTenant = (await meNow(ctx.db, person_id))?.layout === 'tenant';
  return audience().readers([{ to: { personId: person_id }, mark, ...(isTenant ? { page } : { link }) }]);
}

/** Who did it, by the name those they did it to know; time and the platform's rules have none. */
async function actorName(ctx: Pick<Ctx, 'db' | 'me'>, tour: TourRow): Promise<string> {
  const { userId, role } = ctx.me;
  if (userId === null) return role === 'anonymous' ? tour.name : '';
  if (userId === tour.person_id || (platformRoles as readonly string[]).includes(role)) return userId === tour.person_id ? tour.name : '';
  const row = await everything(ctx.db, 'person', 'who moved or called off a tour')
    .select()
    .select('name')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.name ?? '';
}

type More = { readonly reason?: string /** When it was, of one that was moved. */; readonly from?: Date };
/**
 * Tells both of them, once a revision of the tour; the calendar entry goes along by mail. A host who did it themselves gets that entry and no news.
 * Nobody acts where the clock does: its context says who it is.
 */
export async function tellBoth(ctx: Pick<Ctx, 'db' | 'me'>, tour: TourRow, event: Event, { reason = '', from }: More = {}): Promise<void> {
  const names = await namesOf(ctx, tour);
  const when = tour.starts_at.toISOString();
  const key = `${tour.id}:${tour.revision}:${tour.starts_at.getTime()}:${tour.remind_at?.getTime() ?? 0}`;
  const calendar =
    event === 'tour.requested' || event === 'tour.no_show' || event === 'tour.reminder'
      ? {}
      : { calendar: calendarOf(tour, names, event === 'tour.canceled') };
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
  await notify(ctx, event, params(names.host, tour.check_in_code, byVisitor)[event], await visitorOf(ctx, tour), { key, ...calendar });
  if (byHost && !('calendar' in calendar)) return;
  const message = { key, page: hostPage(tour), ...calendar, ...(byHost ? { channels: ['email'] as const } : {}) };
  await notify(ctx, event, params(tour.name, null, byHost)[event], audience().person(tour.host_id, 'host'), message);
}

/** Whoever lives there is asked, a day before at least; without an account they are told, and the host asks them. */
export async function tellLives(ctx: Pick<Ctx, 'db'>, tour: TourRow): Promise<void> {
  const names = await namesOf(ctx, tour);
  const params = { title: names.title, when: tour.starts_at.toISOString(), who: names.host, as: 'lives' as const };
  const to = audience().tenants(await payersIn(ctx.db, tour));
  await notify(ctx, 'tour.requested', params, to, { key: `${tour.id}:${tour.starts_at.getTime()}:lives`, page: linkTo('tour.mine', 'tenant') });
}

/** Whoever lives there said yes: it is the host's turn. */
export async function tellAgreed(ctx: Pick<Ctx, 'db'>, tour: TourRow): Promise<void> {
  const names = await namesOf(ctx, tour);
  const params = { title: names.title, when: tour.starts_at.toISOString(), who: tour.name, as: 'agreed' as const };
  const message = { key: `${tour.id}:${tour.revision}`, page: hostPage(tour) };
  await notify(ctx, 'tour.requested', params, audience().person(tour.host_id, 'agreed'), message);
}

/** They have seen it: where they apply, while it is to be had. Whoever has no account as a tenant goes by the page of their tour. */
export async function tellSeen(ctx: Pick<Ctx, 'db'>, tour: TourRow): Promise<void> {
  if (!(await stillToLet(ctx.db, tour.listing_id))) return;
  const { title, host } = await namesOf(ctx, tour);
  const page = linkTo('booking.apply', 'tenant', { listing_id: tour.listing_id });
  await notify(ctx, 'tour.seen', { title, who: host }, await visitorOf(ctx, tour, { mark: '', page }), { key: tour.id });
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
