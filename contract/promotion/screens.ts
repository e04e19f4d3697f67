import { sixRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';

export const promotionScreens = screens({
  list: {
    at: 'properties/offers',
    layouts: sixRoles,
    needs: ['offers', 'read'],
    view: 'promotion/list',
    menu: { group: 'portfolio', icon: 'Discount', order: 50 },
  },
});
