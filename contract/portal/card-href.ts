import { href } from '#contract/kernel/screen.ts';
import type { ListingCard } from '#contract/search/shapes.ts';
import { portalPublicScreens } from './public.ts';

/** The page of a card's home: the unit's own, or the property's. */
export const buildListingCardHref = (card: Pick<ListingCard, 'property' | 'unit'>): string => {
  const { id, slug } = card.property;
  return card.unit
    ? href(portalPublicScreens.unit, { id, slug, unit_id: card.unit.id, unit_slug: card.unit.slug })
    : href(portalPublicScreens.property, { id, slug });
};
