import { sql } from 'kysely';
import { type BroadcastAudienceKind, buildNotificationChoiceKey, type EventChannel } from '#contract/notification/events.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';

export type BroadcastAudience = {
  audience: BroadcastAudienceKind;
  user_type?: number | undefined;
  region?: string | undefined;
  property_id?: number | undefined;
  ids?: number[] | undefined;
};
export const audienceFieldByKind = {
  role: 'user_type',
  region: 'region',
  property: 'property_id',
  people: 'ids',
} as const satisfies Record<BroadcastAudienceKind, keyof BroadcastAudience>;

/** People connected to a property: its company, companies with a mandate over it, and signed-in people who enquired about it. */
const aboutProperty = (id: number) => sql<boolean>`(
  person.company_id = (select p.company_id from property p where p.id = ${id})
  or person.company_id in (select k.agent_company_id from mandate k join property p on p.company_id = k.owner_company_id and p.id = ${id}
    where app.in_force(k.starts_on, k.ends_on, k.ended_at)
      and (k.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = k.id and mp.property_id = p.id)))
  or person.id in ${getLookup('askedAbout')(id)})`;

/** The people of a county: those whom Makao assigned to it, those of its companies, and those whose company has a property there. */
const ofCounty = (code: string) => sql<boolean>`(person.region = ${code}
  or person.company_id in (select c.id from company c where c.region = ${code})
  or person.company_id in (select p.company_id from property p where p.region = ${code} and p.deleted_at is null))`;

/** The people of a broadcast audience within the caller's scope who can still be notified. Fields other than the kind of audience narrow it. */
export function selectAudience(ctx: Ctx, given: BroadcastAudience) {
  const name = audienceFieldByKind[given.audience];
  if (given[name] === undefined) throw invalidInputRefusal({ [name]: sentence('requiredParameter') });
  let reached = from(ctx, 'person:audience').where('person.is_active', '=', true).where('person.closed_at', 'is', null);
  if (given.user_type !== undefined) reached = reached.where('person.user_type', '=', given.user_type);
  if (given.region !== undefined) reached = reached.where(ofCounty(given.region));
  if (given.property_id !== undefined) reached = reached.where(aboutProperty(given.property_id));
  if (given.ids !== undefined) reached = reached.where('person.id', 'in', given.ids);
  return reached;
}

const wants = (channel: EventChannel) => {
  const [group = '', way = ''] = buildNotificationChoiceKey('message', channel).split('.');
  return sql<boolean>`not exists (select 1 from notification_preference w where w.person_id = person.id and w.event_group = ${group} and w.channel = ${way} and not w.wanted)`;
};

export type BroadcastReach = { readonly people: number; readonly app: number; readonly email: number; readonly sms: number };

/** The number of people and of those that each channel reaches, without people who opted out or have no address for the channel. */
export const countBroadcastReach = (ctx: Ctx, given: BroadcastAudience): Promise<BroadcastReach> =>
  selectAudience(ctx, given)
    .select([
      sql<number>`count(*)`.as('people'),
      sql<number>`count(*) filter (where ${wants('app')})`.as('app'),
      sql<number>`count(*) filter (where person.email is not null and ${wants('email')})`.as('email'),
      sql<number>`count(*) filter (where person.phone is not null and ${wants('sms')})`.as('sms'),
    ])
    .executeTakeFirstOrThrow();
