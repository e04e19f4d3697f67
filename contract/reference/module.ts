import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';
import { supportContactsAccessRequirement } from './support.ts';

export const referenceModule = defineModule({
  screens: {
    support: {
      title: m.screens_reference_support,
      at: 'support_contacts',
      layouts: ['superadmin'],
      needs: supportContactsAccessRequirement,
      view: 'reference/support',
      menu: { group: 'platform', icon: 'Message', order: 71 },
      ours: true,
    },
  },
});
