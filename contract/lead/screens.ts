import { sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

export const leadScreens = screens({
  list: {
    at: 'properties/leads',
    layouts: sixRoles,
    needs: ['contacts', 'read'],
    view: 'lead/list',
    menu: { group: 'portfolio', icon: 'Message', order: 40 },
    ours: true,
  },
});
