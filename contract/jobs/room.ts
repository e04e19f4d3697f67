import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

export const jobsRoom = room({
  screens: {
    /** No permission document names the queue, so no role can grant it. */
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
    /** To superadmins: something that was promised does not happen until somebody looks at it. */
    'jobs.dead': {
      group: 'security',
      channels: ['app', 'email'],
      always: true,
      type: 'warning',
      params: payload<{ queue: string; problem: string }>(),
    },
  },
});
