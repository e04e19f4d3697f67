import { defineModule } from '#contract/kernel/module.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { homePublicScreens } from './public.ts';

export const homeModule = defineModule({
  screens: {
    ...homePublicScreens,
    dashboard: {
      title: m.screens_home_dashboard,
      at: '',
      layouts: [...dashboardRoles, 'tenant'],
      needs: ['dashboard', 'read'],
      view: 'home/dashboard',
      menu: { group: 'top', icon: 'Home', order: 0 },
    },
    denied: { title: m.screens_home_denied, at: '403', layouts: dashboardRoles, needs: 'signed-in', view: 'home/not-allowed' },
  },
});
