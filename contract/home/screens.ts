import { sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

export const homeScreens = screens({
  public: { at: '/', layouts: ['default'], needs: 'anyone', view: 'home/public', live: true },
  dashboard: {
    at: '',
    layouts: [...sixRoles, 'tenant'],
    needs: ['dashboard', 'read'],
    view: 'home/dashboard',
    menu: { group: 'top', icon: 'Home', order: 0 },
  },
  denied: { at: '403', layouts: sixRoles, needs: 'signed-in', view: 'home/denied' },
});
