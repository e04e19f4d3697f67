import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';

const layouts = ['admin', 'superadmin'] as const;
const needs = ['revenue', 'read'] as const;

export const revenueModule = defineModule({
  screens: {
    list: {
      title: m.screens_revenue_list,
      at: 'finance/revenue',
      layouts,
      needs,
      view: 'revenue/list',
      menu: { group: 'money', icon: 'ChartBar', order: 35 },
    },
    detail: { title: m.screens_revenue_detail, at: 'finance/revenue/:id', layouts, needs, view: 'revenue/detail' },
  },
});
