import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';

export const jobsModule = defineModule({
  screens: {
    /** No permission document covers the queue, so no role can grant access to it. */
    list: {
      title: m.screens_jobs_list,
      at: 'jobs',
      layouts: ['superadmin'],
      needs: { only: ['superadmin'], with: ['settings_general_settings', 'edit'] },
      view: 'jobs/list',
      menu: { group: 'platform', icon: 'Refresh', order: 95 },
      ours: true,
    },
  },
  audits: { jobs: m.audit_document_jobs },
  events: {
    /** Sent to super admins: a failed job does not run again without the decision of a person. */
    'jobs.dead': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: definePayload<{ queue: string; problem: string }>(),
    },
  },
});
