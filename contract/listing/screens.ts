import { sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

export const listingScreens = screens({
  list: {
    at: 'properties/listings',
    layouts: sixRoles,
    needs: ['units', 'read'],
    view: 'listing/list',
    menu: { group: 'portfolio', icon: 'Speakerphone', order: 30 },
    ours: true,
  },
  detail: { at: 'properties/listings/:id', layouts: sixRoles, needs: ['units', 'read'], view: 'listing/detail', ours: true },
  ofProperty: { at: 'properties/:id/listings', layouts: sixRoles, needs: ['units', 'read'], view: 'listing/of-property', ours: true },
  analytics: {
    at: 'properties/:id/analytics',
    layouts: ['agent', 'dealer', 'owner'],
    needs: ['property_analytics', 'read'],
    view: 'listing/analytics',
  },
  still: { at: '/still/:key', layouts: ['default'], needs: 'anyone', view: 'listing/confirmation', session: 'either', ours: true },
});
