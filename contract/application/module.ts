import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';

export const applicationModule = defineModule({
  screens: {
    mine: {
      title: m.screens_application_mine,
      at: 'application',
      layouts: ['tenant'],
      needs: { only: ['tenant'] },
      view: 'application/my-application',
      menu: { group: 'top', icon: 'Id', order: 6 },
      ours: true,
    },
  },
  audits: { application: m.audit_document_application },
});
