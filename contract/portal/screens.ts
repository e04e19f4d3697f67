import { screens } from '#contract/kernel/screen.ts';

/** The pages of the catalogue that anybody may read. What they show changes with every offer, so no browser keeps them without asking. */
export const portalScreens = screens({
  landing: { at: '/landing', layouts: ['default'], needs: 'anyone', view: 'portal/landing', live: true },
  listings: { at: '/listings', layouts: ['default'], needs: 'anyone', view: 'portal/listings', live: true },
  property: { at: '/property/:id/:slug', layouts: ['default'], needs: 'anyone', view: 'portal/property', live: true },
  units: { at: '/property/:id/:slug/units', layouts: ['default'], needs: 'anyone', view: 'portal/units', live: true },
  unit: { at: '/property/:id/:slug/units/:unit_id/:unit_slug', layouts: ['default'], needs: 'anyone', view: 'portal/unit', live: true },
});
