import { abuseScreens } from './abuse/screens.ts';
import { accessScreens } from './access/screens.ts';
import { agentsScreens } from './agents/screens.ts';
import { auditScreens } from './audit/screens.ts';
import { careersScreens } from './careers/screens.ts';
import { featuredScreens } from './featured/screens.ts';
import { findingScreens } from './finding/screens.ts';
import { homeScreens } from './home/screens.ts';
import { identityScreens } from './identity/screens.ts';
import { invitationScreens } from './invitation/screens.ts';
import type { Layout } from './kernel/roles.ts';
import { type Address, expand, fill, pathFor, type Screen } from './kernel/screen.ts';
import { leadScreens } from './lead/screens.ts';
import { listingScreens } from './listing/screens.ts';
import { locationScreens } from './location/screens.ts';
import { mapScreens } from './map/screens.ts';
import { mediaScreens } from './media/screens.ts';
import { notificationScreens } from './notification/screens.ts';
import { peopleScreens } from './people/screens.ts';
import { policyScreens } from './policy/screens.ts';
import { portalScreens } from './portal/screens.ts';
import { promotionScreens } from './promotion/screens.ts';
import { propertyScreens } from './property/screens.ts';
import { ratingScreens } from './rating/screens.ts';
import { reviewScreens } from './review/screens.ts';
import { taxonomyScreens } from './taxonomy/screens.ts';
import { unitScreens } from './unit/screens.ts';

/** Every screen of the product, by room. Routes, menus, guards, documentation and tests read this table and no other. */
export const screenTable = {
  home: homeScreens,
  identity: identityScreens,
  people: peopleScreens,
  notification: notificationScreens,
  policy: policyScreens,
  portal: portalScreens,
  audit: auditScreens,
  access: accessScreens,
  invitation: invitationScreens,
  listing: listingScreens,
  lead: leadScreens,
  promotion: promotionScreens,
  media: mediaScreens,
  map: mapScreens,
  agents: agentsScreens,
  careers: careersScreens,
  featured: featuredScreens,
  finding: findingScreens,
  abuse: abuseScreens,
  property: propertyScreens,
  taxonomy: taxonomyScreens,
  location: locationScreens,
  rating: ratingScreens,
  review: reviewScreens,
  unit: unitScreens,
} as const;

type Table = typeof screenTable;
export type ScreenKey = { [R in keyof Table]: `${R & string}.${keyof Table[R] & string}` }[keyof Table];

const flat: Readonly<Record<string, Screen>> = Object.fromEntries(
  Object.entries(screenTable).flatMap(([room, screens]) => Object.entries(screens).map(([name, screen]) => [`${room}.${name}`, screen as Screen])),
);

export const screenOf = (key: ScreenKey): Screen => flat[key] as Screen;
export const addresses: readonly Address[] = expand(flat);
const byId = new Map(addresses.map((a) => [a.id, a]));
export const addressById = (id: string): Address | undefined => byId.get(id);

/** Links are never written by hand: they are made from the screen's key, the layout one is in and the record's fields. */
export const linkTo = (key: ScreenKey, layout: Layout, params: Readonly<Record<string, string | number>> = {}): string =>
  fill(pathFor(screenOf(key), layout), params);
