import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';

export const locationModule = defineModule({
  screens: {
    tree: {
      title: m.screens_location_tree,
      at: 'location',
      layouts: ['admin', 'superadmin'],
      needs: ['locations', 'read'],
      view: 'location/tree',
      menu: { group: 'platform', icon: 'MapPin', order: 24 },
    },
  },
});
