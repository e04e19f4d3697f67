import { type DashboardRole, sixRoles, userTypeOf } from '#contract/kernel/roles.ts';
import type { EventName, EventParams } from '#contract/rooms.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { headsOf } from '#server/people/service.ts';
import { nextHolds, pushOn, unitsIn } from '#server/stay/service.ts';
import { homeName, payersOf } from '#server/tenant/service.ts';
import type { TenancyRow } from './rows.ts';

type TenancyEvent = Extract<EventName, `tenancy.${string}`>;
/** What the texts of an event use beside the home. */
type Beside<E extends TenancyEvent> = Omit<EventParams<E>, 'home'>;
type About = Pick<TenancyRow, 'id' | 'code' | 'unit_id' | 'company_id' | 'agent_company_id'>;

/** Those who pay, by account, number or address: whoever has none of these is told by who manages the home. */
export const tellTenants = async <E extends TenancyEvent>(ctx: Ctx, row: About, event: E, params: Beside<E>, key: string): Promise<void> =>
  tellThese(ctx, row, await payersOf(ctx.db, row.id), event, params, key);

export type Reached = { readonly tenant_id: number; readonly person_id: number | null; readonly phone: string | null; readonly email: string | null };
export async function tellThese<E extends TenancyEvent>(
  ctx: Ctx,
  row: About,
  people: readonly Reached[],
  event: E,
  params: Beside<E>,
  key: string,
): Promise<void> {
  const home = await homeName(ctx.db, row.id, row.unit_id);
  for (const one of people) {
    const to = one.person_id !== null ? { personId: one.person_id } : { email: one.email ?? undefined, phone: one.phone ?? undefined };
    if (!('personId' in to) && !to.email && !to.phone) continue;
    await tell(ctx, {
      event,
      to,
      params: { home, ...params } as unknown as EventParams<E>,
      key: `${event}:${row.id}:${key}:t${one.tenant_id}`,
      subject: row.code,
      ...('personId' in to ? { page: linkTo('living.home', 'tenancy', { tenancy_id: row.id, code: row.code }) } : {}),
    });
  }
}

/** Those who lead the company that holds the home and the one that lets it, with the page of the tenancy in their dashboard. */
export async function tellManagers<E extends TenancyEvent>(ctx: Ctx, row: About, event: E, params: Beside<E>, key: string): Promise<void> {
  const heads = await headsOf(ctx.db, row.company_id);
  const agents = row.agent_company_id === null ? [] : await headsOf(ctx.db, row.agent_company_id);
  const home = await homeName(ctx.db, row.id, row.unit_id);
  for (const reader of [...heads, ...agents].filter((one) => one.id !== ctx.me.userId)) {
    const role = userTypeOf(reader.user_type);
    const layout = (sixRoles as readonly string[]).includes(role) ? (role as DashboardRole) : null;
    await tell(ctx, {
      event,
      to: { personId: reader.id },
      params: { home, ...params } as unknown as EventParams<E>,
      key: `${event}:${row.id}:${key}:m${reader.id}`,
      subject: row.code,
      ...(layout ? { page: linkTo('tenancy.detail', layout, { id: row.id, code: row.code }) } : {}),
    });
  }
}

/** Their stay lasts until `to`, those after them begin no earlier and hear of it; how many those are. */
export async function stayLonger(ctx: Ctx, row: TenancyRow, to: string): Promise<number> {
  const moved = await pushOn(ctx, row.id, to);
  if (moved > 0) await tellNext(ctx, row, 'tenancy.delayed', to, clock.today());
  return moved;
}

/** Whoever holds a home after them, by the name of what they hold: they may live in another one until then, and of a whole it may be one unit. */
export async function tellNext(ctx: Ctx, row: TenancyRow, event: 'tenancy.delayed' | 'tenancy.next_free', day: string, key: string): Promise<void> {
  for (const { tenancy_id, unit_id } of await nextHolds(ctx, await unitsIn(ctx, { tenancyId: row.id }), row.id)) {
    const theirs =
      tenancy_id === null
        ? undefined
        : await everything(ctx.db, 'tenancy', 'whoever comes next hears when the home is free')
            .select()
            .selectAll()
            .where('id', '=', tenancy_id)
            .executeTakeFirst();
    if (theirs) await tellTenants(ctx, { ...theirs, unit_id }, event, { day }, key);
  }
}
