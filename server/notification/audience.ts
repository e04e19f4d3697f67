import { sql } from 'kysely';
import { type AudienceKind, type Channel, wishKey } from '#contract/notification/events.ts';
import { invalid } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';

export type Audience = {
  audience: AudienceKind;
  user_type?: number | undefined;
  region?: string | undefined;
  property_id?: number | undefined;
  ids?: number[] | undefined;
};
export const fieldOf = {
  role: 'user_type',
  region: 'region',
  property: 'property_id',
  people: 'ids',
} as const satisfies Record<AudienceKind, keyof Audience>;

/** Who has to do with a property: the company it belongs to, those it gave a mandate over it, and whoever asked about it with an account. */
const aboutProperty = (id: number) => sql<boolean>`(
  person.company_id = (select p.company_id from property p where p.id = ${id})
  or person.company_id in (select k.agent_company_id from mandate k join property p on p.company_id = k.owner_company_id and p.id = ${id}
    where app.in_force(k.starts_on, k.ends_on, k.ended_at)
      and (k.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = k.id and mp.property_id = p.id)))
  or person.id in ${lookup('askedAbout')(id)})`;

/** The people of a county: those the platform put there, those of its companies, and those whose company has a property in it. */
const ofCounty = (code: string) => sql<boolean>`(person.region = ${code}
  or person.company_id in (select c.id from company c where c.region = ${code})
  or person.company_id in (select p.company_id from property p where p.region = ${code} and p.deleted_at is null))`;

/** The people meant, as far as the caller reaches, who can still be told anything. What is given beside the kind of audience narrows it. */
export function meant(ctx: Ctx, given: Audience) {
  const name = fieldOf[given.audience];
  if (given[name] === undefined) throw invalid({ [name]: sentence('requiredParameter') });
  let reached = from(ctx, 'person:audience').where('person.is_active', '=', true).where('person.closed_at', 'is', null);
  if (given.user_type !== undefined) reached = reached.where('person.user_type', '=', given.user_type);
  if (given.region !== undefined) reached = reached.where(ofCounty(given.region));
  if (given.property_id !== undefined) reached = reached.where(aboutProperty(given.property_id));
  if (given.ids !== undefined) reached = reached.where('person.id', 'in', given.ids);
  return reached;
}

const wants = (channel: Channel) => {
  const [group = '', way = ''] = wishKey('message', channel).split('.');
  return sql<boolean>`not exists (select 1 from notification_preference w where w.person_id = person.id and w.event_group = ${group} and w.channel = ${way} and not w.wanted)`;
};

export type Reach = { readonly people: number; readonly app: number; readonly email: number; readonly sms: number };

/** How many they are, and how many of them each channel reaches: who opted out of it, or has no address for it, is left out. */
export const reachOf = (ctx: Ctx, given: Audience): Promise<Reach> =>
  meant(ctx, given)
    .select([
      sql<number>`count(*)`.as('people'),
      sql<number>`count(*) filter (where ${wants('app')})`.as('app'),
      sql<number>`count(*) filter (where person.email is not null and ${wants('email')})`.as('email'),
      sql<number>`count(*) filter (where person.phone is not null and ${wants('sms')})`.as('sms'),
    ])
    .executeTakeFirstOrThrow();
