import { sql } from 'kysely';
import { type DashboardRole, sixRoles, userTypeOf } from '#contract/kernel/roles.ts';
import type { EventName, EventParams } from '#contract/rooms.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { headsOf } from '#server/people/service.ts';

type About = { readonly id: number; readonly code: string; readonly name: string; readonly company_id: number; readonly region: string };
type Reader = { readonly id: number; readonly user_type: number };

/** The page of the property in the reader's own dashboard. */
function pageFor(about: About, reader: Reader): { page?: string } {
  const role = userTypeOf(reader.user_type);
  const layout = (sixRoles as readonly string[]).includes(role) ? (role as DashboardRole) : null;
  return layout ? { page: linkTo('property.detail', layout, { id: about.id, code: about.code }) } : {};
}

type PropertyEvent = Extract<EventName, `property.${string}` | `verification.${string}`>;
/** What the texts of an event use beside the name of the property. */
type Beside<E extends PropertyEvent> = Omit<EventParams<E>, 'property'>;

async function tellAll<E extends PropertyEvent>(ctx: Ctx, about: About, readers: readonly Reader[], event: E, params: Beside<E>, key: string) {
  for (const reader of readers)
    await tell(ctx, {
      event,
      to: { personId: reader.id },
      params: { property: about.name, ...params } as unknown as EventParams<E>,
      key: `${event}:${about.id}:${key}:${reader.id}`,
      subject: about.code,
      ...pageFor(about, reader),
    });
}

/** Those who lead the company that holds it. */
export async function tellHolders<E extends PropertyEvent>(ctx: Ctx, about: About, event: E, params: Beside<E>, key: string): Promise<void> {
  await tellAll(ctx, about, await headsOf(ctx.db, about.company_id), event, params, key);
}

/** Those who look after the county: its subadmins and dealers, else the admins. */
export async function tellVerifiers(ctx: Ctx, about: About & { readonly revision: number }): Promise<void> {
  const { rows } = await sql<Reader>`/* all: who verifies is told */ select p.id, p.user_type from person p left join company c on c.id = p.company_id
    where p.is_active and p.closed_at is null and p.company_id is distinct from ${about.company_id}
      and ((p.user_type = 3 and p.region = ${about.region}) or (p.user_type = 7 and c.region = ${about.region})) order by p.id limit 20`.execute(
    ctx.db,
  );
  const admins =
    rows.length > 0
      ? []
      : await everything(ctx.db, 'person', 'who keeps and who verifies a property is told')
          .select()
          .select(['id', 'user_type'])
          .where('user_type', '=', 2)
          .where('is_active', '=', true)
          .where('closed_at', 'is', null)
          .orderBy('id')
          .limit(20)
          .execute();
  await tellAll(ctx, about, [...rows, ...admins], 'property.to_verify', {}, String(about.revision));
}
