import { screens } from '#contract/kernel/screen.ts';

const readers = ['superadmin', 'admin', 'owner', 'agent', 'dealer'] as const;

/** For those who lead: no permission document names the log, so no staff role can grant it. Which rows each sees is the row scope's business. */
export const auditScreens = screens({
  logs: {
    at: 'systemlogs',
    layouts: readers,
    needs: { only: readers },
    view: 'audit/list',
    menu: { group: 'platform', icon: 'History', order: 90 },
  },
});
