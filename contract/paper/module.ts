import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';

/** Documents of a tenancy: lease, identity, receipts and notices. */
export const paperModule = defineModule({
  audits: { paper: m.paper_audit },
  groups: { paper: m.paper_group },
  events: {
    'document.expiring': {
      group: 'paper',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ name: string; home: string; date: string; days: string }>(),
    },
    'document.asked': { group: 'paper', channels: ['app', 'email'], params: definePayload<{ name: string; home: string; reason?: string }>() },
  },
});
