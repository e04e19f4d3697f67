import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

export const applicationRoom = room({
  screens: {
    mine: {
      title: m.screens_application_mine,
      at: 'application',
      layouts: ['tenant'],
      needs: { only: ['tenant'] },
      view: 'application/mine',
      menu: { group: 'top', icon: 'Id', order: 6 },
      ours: true,
    },
  },
  audits: { application: m.audit_document_application },
});
