import { defineModule } from '#contract/kernel/module.ts';
import { dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { promotionMachine } from './machine.ts';

export const promotionModule = defineModule({
  screens: {
    list: {
      title: m.screens_promotion_list,
      at: 'properties/offers',
      layouts: dashboardRoles,
      needs: ['offers', 'read'],
      view: 'promotion/list',
      menu: { group: 'portfolio', icon: 'Discount', order: 50 },
    },
  },
  machines: [promotionMachine],
});
