import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';
import { worksheetMachine } from './machine.ts';

const layouts = ['admin', 'superadmin'] as const;

/** The work of an accountant between ledger and bank: worksheets, certificates, closing of a month. */
export const accountingModule = defineModule({
  screens: {
    list: {
      title: m.screens_accounting_list,
      at: 'finance/accounting',
      layouts,
      needs: { only: layouts, with: ['payments', 'read'] },
      view: 'accounting/list',
      menu: { group: 'money', icon: 'FileText', order: 85 },
      ours: true,
    },
  },
  machines: [worksheetMachine],
});
