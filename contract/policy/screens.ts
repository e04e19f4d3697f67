import { screens } from '#contract/kernel/screen.ts';

const keepers = ['admin', 'superadmin'] as const;

export const policyScreens = screens({
  list: {
    at: 'policies',
    layouts: keepers,
    needs: ['policies', 'read'],
    view: 'policy/list',
    menu: { group: 'platform', icon: 'FileText', order: 60 },
  },
  detail: {
    at: 'policies/:id',
    spelled: { superadmin: 'policies/:id/:slug' },
    layouts: keepers,
    needs: ['policies', 'read'],
    view: 'policy/detail',
  },
  read: { at: '/policy/:id/:slug', layouts: ['default'], needs: 'anyone', view: 'policy/read' },
});
