import type { EventName, EventParams } from '#contract/modules.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { createNotificationAudience, type NotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import { extendStayPastMoveOut, readOtherStaysInUnits, readStayUnits } from '#server/stay/service.ts';
import { readHomeName } from './people/home-name.ts';
import { readPayers, type TenancyPayer } from './people/payers.ts';
import type { TenancyRow } from './rows.ts';

type TenancyEvent = Extract<EventName, `tenancy.${string}`>;
type Home = { readonly home: string };
/** The parameters of an event's text in addition to the home. */
type Beside<E extends TenancyEvent> = Omit<EventParams<E>, keyof Home>;
type About = Pick<TenancyRow, 'id' | 'code' | 'unit_id' | 'company_id' | 'agent_company_id'>;
export type TenancyPayerContact = Omit<TenancyPayer, 'member'>;

async function send<E extends TenancyEvent>(ctx: Ctx, row: About, to: NotificationAudience, event: E, params: Beside<E>, key: string): Promise<void> {
  const home = await readHomeName(ctx.db, row.id, row.unit_id);
  const page = screenPagePath('tenancy.detail', { id: row.id, code: row.code });
  await notifyAudience<E, Home>(ctx, event, { home, ...params }, to, { key: `${row.id}:${key}`, subject: row.code, page });
}
const tenantsOf = (row: About, people: readonly TenancyPayerContact[], link?: string): NotificationAudience =>
  createNotificationAudience().tenants(people, {
    page: linkTo('living.home', 'tenancy', { tenancy_id: row.id, code: row.code }),
    ...(link === undefined ? {} : { link }),
  });
const managersOf = (ctx: Ctx, row: About): NotificationAudience => createNotificationAudience().managers(row, 'm').except(ctx.me.userId);

/** The tenants, by account, phone or email: those who have none of these are notified by the manager of the home. */
export const notifyTenants = async <E extends TenancyEvent>(ctx: Ctx, row: About, event: E, params: Beside<E>, key: string): Promise<void> =>
  notifyTenancyRecipients(ctx, row, await readPayers(ctx.db, row.id), event, params, key);

/** `link`: a page that opens without an account. */
export const notifyTenancyRecipients = <E extends TenancyEvent>(
  ctx: Ctx,
  row: About,
  people: readonly TenancyPayerContact[],
  event: E,
  params: Beside<E>,
  key: string,
  link?: string,
): Promise<void> => send(ctx, row, tenantsOf(row, people, link), event, params, key);

/** The heads of the company that holds the home and of the agency that lets it, except the person who acts. */
export const notifyTenancyManagers = <E extends TenancyEvent>(ctx: Ctx, row: About, event: E, params: Beside<E>, key: string): Promise<void> =>
  send(ctx, row, managersOf(ctx, row), event, params, key);

/** The tenants and the managers. The acting manager is left out as a manager, not as a tenant. */
export const notifyTenantsAndManagers = async <E extends TenancyEvent>(
  ctx: Ctx,
  row: About,
  event: E,
  params: Beside<E>,
  key: string,
): Promise<void> => {
  await notifyTenants(ctx, row, event, params, key);
  await notifyTenancyManagers(ctx, row, event, params, key);
};

/** Extends a stay until `to`. Later stays of the units begin no earlier and are notified. Returns the number of moved stays. */
export async function extendStayAndNotify(ctx: Ctx, row: TenancyRow, to: string): Promise<number> {
  const moved = await extendStayPastMoveOut(ctx, row.id, to);
  if (moved > 0) await notifyLaterTenants(ctx, row, 'tenancy.delayed', to, clock.today());
  return moved;
}

/**
 * The next tenancy of the unit, named by the unit it has reserved: its tenants may live in another unit until then, and a whole property may be
 * reserved in part.
 */
export async function notifyLaterTenants(
  ctx: Ctx,
  row: TenancyRow,
  event: 'tenancy.delayed' | 'tenancy.next_free',
  day: string,
  key: string,
): Promise<void> {
  for (const { tenancy_id, unit_id } of await readOtherStaysInUnits(ctx, await readStayUnits(ctx, { tenancyId: row.id }), row.id)) {
    const theirs =
      tenancy_id === null
        ? undefined
        : await systemRows(ctx.db, 'tenancy', 'the next tenant is notified when the unit becomes available')
            .selectAll()
            .where('id', '=', tenancy_id)
            .executeTakeFirst();
    if (theirs) await notifyTenants(ctx, { ...theirs, unit_id }, event, { day }, key);
  }
}
