import { sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

export const notificationScreens = screens({
  list: {
    at: 'notifications',
    layouts: [...sixRoles, 'tenant'],
    needs: ['notifications', 'read'],
    view: 'notification/list',
    menu: { group: 'top', icon: 'Bell', order: 90 },
  },
  outbox: { at: '/dev/outbox', layouts: ['default'], needs: 'anyone', view: 'notification/outbox', ours: true },
});
