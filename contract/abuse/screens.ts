import { screens } from '#contract/kernel/screen.ts';

const heads = ['admin', 'superadmin'] as const;

export const abuseScreens = screens({
  list: {
    at: 'abuse_reports',
    layouts: heads,
    needs: ['abuse_reports', 'read'],
    view: 'abuse/list',
    menu: { group: 'platform', icon: 'Flag', order: 10 },
  },
  detail: { at: 'abuse_reports/:id', layouts: heads, needs: ['abuse_reports', 'read'], view: 'abuse/detail' },
});
