import { findScreenRedirectPath, type Visitor } from '#contract/access/guard.ts';
import type { ScreenAddress } from '#contract/kernel/screen.ts';
import type { EventGroup, EventName } from '#contract/modules.ts';
import { getScreen, linkTo, type ScreenKey, screenAddresses } from '#contract/screens.ts';
import { getEventShape } from './events.ts';

type Place = { readonly screen: ScreenKey; readonly query?: string };

/** Where an event leads when the sender names no page, or one the reader cannot open: the first place the reader has. */
const byEvent: Readonly<Partial<Record<EventName, readonly Place[]>>> = {
  'account.status_changed': [{ screen: 'home.dashboard' }],
  'security.role_changed': [{ screen: 'home.dashboard' }],
  'mandate.made': [{ screen: 'access.mandates' }, { screen: 'access.agentRoles' }],
  'mandate.changed': [{ screen: 'access.mandates' }, { screen: 'access.agentRoles' }],
  'mandate.ended': [{ screen: 'access.mandates' }, { screen: 'access.agentRoles' }],
  'featured.started': [{ screen: 'featured.list' }],
  'featured.ended': [{ screen: 'featured.list' }],
  'featured.credited': [{ screen: 'featured.list' }],
  'favourite.price': [{ screen: 'finding.favourites' }],
  'favourite.taken': [{ screen: 'finding.favourites' }],
  'favourite.back': [{ screen: 'finding.favourites' }],
  'jobs.dead': [{ screen: 'jobs.list', query: 'tab=failed' }],
};
const byGroup: Readonly<Partial<Record<EventGroup, readonly Place[]>>> = {
  security: [{ screen: 'people.accounts', query: 'section=security' }],
  account: [{ screen: 'people.accounts' }],
  lead: [{ screen: 'lead.list' }],
  bid: [{ screen: 'bid.mine' }, { screen: 'bid.list' }],
  booking: [{ screen: 'booking.own' }, { screen: 'booking.list' }],
  tenancy: [{ screen: 'tenancy.list' }],
  thread: [{ screen: 'thread.mine' }, { screen: 'lead.list' }],
  tour: [{ screen: 'tour.mine' }, { screen: 'tour.list' }],
  property: [{ screen: 'property.list' }],
  listing: [{ screen: 'listing.list' }],
  finding: [{ screen: 'finding.searches' }],
  review: [{ screen: 'review.mine' }, { screen: 'review.desk' }, { screen: 'property.list' }],
  abuse: [{ screen: 'abuse.list' }],
  invitation: [{ screen: 'invitation.list' }],
  message: [{ screen: 'notification.list' }],
  policy: [{ screen: 'home.dashboard' }],
  meter: [{ screen: 'property.list' }],
  inspection: [{ screen: 'inspection.list' }, { screen: 'inspection.mine' }],
};
const last: readonly Place[] = [{ screen: 'home.dashboard' }, { screen: 'notification.list' }];

const part = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = ({ path }: ScreenAddress): RegExp =>
  new RegExp(
    `^${path
      .split('/')
      .map((one) => (one.startsWith(':') ? '[^/]+' : part(one)))
      .join('/')}/?$`,
  );
let patterns: readonly { readonly address: ScreenAddress; readonly pattern: RegExp }[] | undefined;

/** Whether this visitor may open the page of an address, by the same guard as every page. */
export function canOpenNotificationPage(page: string, visitor: Visitor): boolean {
  const path = page.split(/[?#]/)[0] ?? '';
  patterns ??= screenAddresses.map((address) => ({ address, pattern: patternOf(address) }));
  return patterns.some(
    ({ address, pattern }) => pattern.test(path) && findScreenRedirectPath(address.screen, address.layout, visitor, path) === null,
  );
}

/** The page a notification opens for its reader: the record itself where they may see it, otherwise their nearest list. */
export function getNotificationPage(event: EventName, reader: Visitor, given?: string): string | undefined {
  if (given !== undefined && canOpenNotificationPage(given, reader)) return given;
  const { layout } = reader;
  if (layout === null) return undefined;
  for (const { screen, query } of [...(byEvent[event] ?? []), ...(byGroup[getEventShape(event).group] ?? []), ...last]) {
    if (!getScreen(screen).layouts.includes(layout)) continue;
    const path = linkTo(screen, layout);
    if (canOpenNotificationPage(path, reader)) return query ? `${path}?${query}` : path;
  }
  return undefined;
}
