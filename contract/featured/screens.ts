import { sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

export const featuredScreens = screens({
  list: {
    at: 'properties/featured',
    layouts: sixRoles,
    needs: ['featured_properties', 'read'],
    view: 'featured/list',
    menu: { group: 'portfolio', icon: 'Star', order: 52 },
  },
});
