import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

const readers = ['superadmin', 'admin', 'owner', 'agent', 'dealer'] as const;

/** For those who lead, with the right to the settings of what they lead: no staff role can grant it. Which rows each sees is the row scope's business. */
export const logNeeds = { only: readers, with: ['settings_general_settings', 'read'] } as const;

export const auditRoom = room({
  screens: {
    logs: {
      title: m.screens_audit_logs,
      at: 'systemlogs',
      layouts: readers,
      needs: logNeeds,
      view: 'audit/list',
      menu: { group: 'platform', icon: 'History', order: 90 },
    },
  },
  audits: { systemlogs: m.audit_document_systemlogs },
});
