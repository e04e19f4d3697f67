import type { EventName, EventParams } from '#contract/modules.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { createNotificationAudience, type NotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';

type About = { readonly id: number; readonly code: string; readonly name: string; readonly company_id: number; readonly region: string };
type PropertyEvent = Extract<EventName, `property.${string}` | `verification.${string}`>;
type Named = { readonly property: string };
/** The parameters of an event's text in addition to the property's name. */
type Beside<E extends PropertyEvent> = Omit<EventParams<E>, keyof Named>;

async function send<E extends PropertyEvent>(
  ctx: Ctx,
  about: About,
  to: NotificationAudience,
  event: E,
  params: Beside<E>,
  key: string,
): Promise<void> {
  const page = screenPagePath('property.detail', { id: about.id, code: about.code });
  await notifyAudience<E, Named>(ctx, event, { property: about.name, ...params }, to, { key: `${about.id}:${key}`, subject: about.code, page });
}

/** Notifies the heads of the company that holds the property. */
export const notifyOwnerCompanyHeads = <E extends PropertyEvent>(ctx: Ctx, about: About, event: E, params: Beside<E>, key: string): Promise<void> =>
  send(ctx, about, createNotificationAudience().heads(about.company_id), event, params, key);

/** Notifies the sub admins and dealers of the county; the admins if it has none. */
export function notifyVerifiers(ctx: Ctx, about: About & { readonly revision: number }): Promise<void> {
  const county = createNotificationAudience().platform(['subadmin'], about.region).dealers(about.region, about.company_id);
  return send(ctx, about, county.otherwise(createNotificationAudience().platform(['admin'])), 'property.to_verify', {}, String(about.revision));
}
