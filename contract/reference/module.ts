import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';
import { supportNeeds } from './support.ts';

export const referenceModule = defineModule({
  screens: {
    support: {
      title: m.screens_reference_support,
      at: 'support_contacts',
      layouts: ['superadmin'],
      needs: supportNeeds,
      view: 'reference/support',
      menu: { group: 'platform', icon: 'Phone', order: 71 },
      ours: true,
    },
  },
});
