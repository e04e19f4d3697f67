import type { EventName, EventParams } from '#contract/rooms.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { type Audience, audience, notify, screenPage } from '#server/notification/service.ts';

type About = { readonly id: number; readonly code: string; readonly name: string; readonly company_id: number; readonly region: string };
type PropertyEvent = Extract<EventName, `property.${string}` | `verification.${string}`>;
type Named = { readonly property: string };
/** What the texts of an event use beside the name of the property. */
type Beside<E extends PropertyEvent> = Omit<EventParams<E>, keyof Named>;

async function send<E extends PropertyEvent>(ctx: Ctx, about: About, to: Audience, event: E, params: Beside<E>, key: string): Promise<void> {
  const page = screenPage('property.detail', { id: about.id, code: about.code });
  await notify<E, Named>(ctx, event, { property: about.name, ...params }, to, { key: `${about.id}:${key}`, subject: about.code, page });
}

/** The heads of the company that holds it. */
export const tellHolders = <E extends PropertyEvent>(ctx: Ctx, about: About, event: E, params: Beside<E>, key: string): Promise<void> =>
  send(ctx, about, audience().heads(about.company_id), event, params, key);

/** The subadmins and dealers of the county; the admins where it has none. */
export function tellVerifiers(ctx: Ctx, about: About & { readonly revision: number }): Promise<void> {
  const county = audience().platform(['subadmin'], about.region).dealers(about.region, about.company_id);
  return send(ctx, about, county.otherwise(audience().platform(['admin'])), 'property.to_verify', {}, String(about.revision));
}
