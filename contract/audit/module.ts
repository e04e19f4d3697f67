import { defineModule } from '#contract/kernel/module.ts';
import { m } from '#words/messages.js';

const readers = ['superadmin', 'admin', 'owner', 'agent', 'dealer'] as const;

/** For heads with the permission to their settings; no staff role can grant it. The row scope decides which rows each sees. */
export const auditLogAccessRequirement = { only: [...readers, 'staff'], with: ['settings_general_settings', 'read'] } as const;

export const auditModule = defineModule({
  screens: {
    logs: {
      title: m.screens_audit_logs,
      at: 'systemlogs',
      layouts: readers,
      needs: auditLogAccessRequirement,
      view: 'audit/list',
      menu: { group: 'platform', icon: 'History', order: 90 },
    },
  },
  audits: { systemlogs: m.audit_document_systemlogs },
});
