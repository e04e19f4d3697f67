import { screens } from '#contract/kernel/screen.ts';

/** Who sees which rows is the row scope's business; everybody signed in has a log of their own. */
export const auditScreens = screens({
  logs: {
    at: 'systemlogs',
    layouts: ['superadmin', 'admin', 'owner', 'agent', 'dealer'],
    needs: 'signed-in',
    view: 'audit/list',
    menu: { group: 'platform', icon: 'History', order: 90 },
  },
});
