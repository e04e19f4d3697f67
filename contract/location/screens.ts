import { screens } from '#contract/kernel/screen.ts';

export const locationScreens = screens({
  tree: {
    at: 'location',
    layouts: ['admin', 'superadmin'],
    needs: ['locations', 'read'],
    view: 'location/tree',
    menu: { group: 'platform', icon: 'Map', order: 24 },
  },
});
