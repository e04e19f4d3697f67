import { sql } from 'kysely';
import { companyRoles, userTypes } from '#contract/kernel/roles.ts';
import { everything } from '#server/kernel/scoped.ts';
import { type ClosingCheck, closingChecks, type Forgetter, forgetters } from './identity/closing.ts';
import { type Holding, holdings } from './identity/export.ts';
import type { Db } from './kernel/ctx.ts';

/** What the rooms beside identity hold about a person: handed out with the export, and gone when the account is. */
const held: Record<string, Holding> = {
  notifications: (db, id) =>
    everything(db, 'notification', 'the export a person asked for, of what is theirs')
      .select()
      .select(['heading', 'message', 'read', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .limit(10_000)
      .execute(),
  notification_preferences: (db, id) =>
    everything(db, 'notification_preference', 'the export a person asked for, of what is theirs')
      .select()
      .select(['event_group', 'channel', 'wanted'])
      .where('person_id', '=', id)
      .execute(),
  notification_times: (db, id) =>
    everything(db, 'notification_setting', 'the export a person asked for, of what is theirs')
      .select()
      .select(['quiet_from', 'quiet_to', 'digest'])
      .where('person_id', '=', id)
      .executeTakeFirst(),
  messages_sent_to_me: (db, id) =>
    everything(db, 'notification_delivery', 'the export a person asked for, of what is theirs')
      .select()
      .select(['event', 'channel', 'address', 'state', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .limit(10_000)
      .execute(),
  favourites: (db, id) =>
    everything(db, 'favourite', 'the export a person asked for, of what is theirs')
      .select()
      .innerJoin('listing', 'listing.id', 'favourite.listing_id')
      .select(['listing.title', 'favourite.note', 'favourite.created_at'])
      .where('favourite.person_id', '=', id)
      .execute(),
  saved_searches: (db, id) =>
    everything(db, 'saved_search', 'the export a person asked for, of what is theirs')
      .select()
      .select(['name', 'query', 'often', 'created_at'])
      .where('person_id', '=', id)
      .execute(),
  saved_views: (db, id) =>
    everything(db, 'saved_view', 'the export a person asked for, of what is theirs')
      .select()
      .select(['list', 'name', 'query', 'created_at'])
      .where('person_id', '=', id)
      .execute(),
  enquiries: (db, id) =>
    everything(db, 'lead', 'the export a person asked for, of what is theirs')
      .select()
      .select(['code', 'name', 'phone', 'email', 'message', 'status', 'created_at'])
      .where('person_id', '=', id)
      .orderBy('id')
      .execute(),
  reviews: (db, id) =>
    everything(db, 'review', 'the export a person asked for, of what is theirs')
      .select()
      .select(['code', 'target', 'score', 'body', 'pros', 'cons', 'anonymous', 'status', 'created_at'])
      .where('author_id', '=', id)
      .orderBy('id')
      .execute(),
  abuse_reports: (db, id) =>
    everything(db, 'abuse_report', 'the export a person asked for, of what is theirs')
      .select()
      .select(['code', 'target', 'reason', 'body', 'status', 'created_at'])
      .where('reporter_id', '=', id)
      .orderBy('id')
      .execute(),
  invitations: (db, id) =>
    everything(db, 'invitation', 'the export a person asked for, of what is theirs')
      .select()
      .select(['code', 'kind', 'email', 'phone', 'status', 'message', 'created_at'])
      .where((eb) => eb.or([eb('inviter_id', '=', id), eb('accepted_by', '=', id)]))
      .orderBy('id')
      .execute(),
  files: (db, id) =>
    everything(db, 'media_file', 'the export a person asked for, of what is theirs')
      .select()
      .select(['name', 'purpose', 'created_at'])
      .where('uploaded_by', '=', id)
      .orderBy('id')
      .execute(),
};

/** What is the person's alone goes with them; what others have a share in (reviews, enquiries they sent) loses their name. */
const forget: Forgetter = async (tx, id) => {
  for (const table of ['favourite', 'saved_search', 'saved_view', 'notification', 'notification_preference', 'notification_setting'] as const)
    await everything(tx, table, 'the clock forgets closed accounts').remove().where('person_id', '=', id).execute();
  await sql`/* all: the clock forgets closed accounts */ delete from local_outbox where address in (select unnest(array[email::text, phone]) from person where id = ${id})`.execute(
    tx,
  );
  await everything(tx, 'notification_delivery', 'the clock forgets closed accounts')
    .change()
    .set({ address: '', payload: null })
    .where('person_id', '=', id)
    .execute();
  await everything(tx, 'review', 'the clock forgets closed accounts').change().set({ anonymous: true }).where('author_id', '=', id).execute();
  await everything(tx, 'lead', 'the clock forgets closed accounts')
    .change()
    .set({ name: 'Closed account', phone: '', email: null })
    .where('person_id', '=', id)
    .execute();
};

/** Nobody leaves while the public can still ask for what they offer. */
const liveOffers: ClosingCheck = async (db: Db, personId) => {
  const { n } = await everything(db, 'listing', 'what keeps an account from closing')
    .select()
    .innerJoin('property', 'property.id', 'listing.property_id')
    .innerJoin('person', 'person.company_id', 'property.company_id')
    .select(sql<number>`count(*)`.as('n'))
    .where('person.id', '=', personId)
    .where('person.user_type', 'in', [...companyRoles.map((role) => userTypes[role])])
    .where('listing.status', '=', 'live')
    .where('listing.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return n > 0 ? `${n} of your offers ${n === 1 ? 'is' : 'are'} live. Close ${n === 1 ? 'it' : 'them'} first.` : null;
};

/** Said once when a house is opened; saying it again changes nothing. */
export function enlistPersonalData(): void {
  Object.assign(holdings, held);
  if (!closingChecks.includes(liveOffers)) closingChecks.push(liveOffers);
  if (!forgetters.includes(forget)) forgetters.push(forget);
}
