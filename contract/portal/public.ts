import { publicScreens } from '#contract/kernel/screen.ts';

/** The public catalogue pages. Their content changes with every listing, so browsers must revalidate them. */
export const portalPublicScreens = publicScreens({
  landing: { at: '/landing', view: 'portal/landing', live: true },
  listings: { at: '/listings', view: 'portal/listings', live: true },
  property: { at: '/property/:id/:slug', view: 'portal/property', live: true },
  units: { at: '/property/:id/:slug/units', view: 'portal/units', live: true },
  unit: { at: '/property/:id/:slug/units/:unit_id/:unit_slug', view: 'portal/unit', live: true },
});
