import { screens } from '#contract/kernel/screen.ts';

const keepers = ['admin', 'superadmin'] as const;

export const reviewScreens = screens({
  property: {
    at: 'properties/:id/reviews',
    layouts: ['admin', 'subadmin', 'agent', 'dealer', 'owner', 'superadmin'],
    needs: ['property', 'read'],
    view: 'review/property',
  },
  mine: {
    at: 'reviews',
    layouts: ['tenant'],
    needs: { only: ['tenant'] },
    view: 'review/mine',
    menu: { group: 'top', icon: 'Star', order: 12 },
    ours: true,
  },
  desk: {
    at: 'reviews',
    layouts: keepers,
    needs: { only: keepers },
    view: 'review/desk',
    menu: { group: 'platform', icon: 'Message', order: 11 },
    ours: true,
  },
});
