import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

/** Papers of a tenancy: its lease, who lives there, what was paid and said. */
export const paperRoom = room({
  audits: { paper: m.paper_audit },
  groups: { paper: m.paper_group },
  events: {
    'document.expiring': {
      group: 'paper',
      channels: ['app', 'email'],
      type: 'warning',
      params: payload<{ name: string; home: string; date: string; days: string }>(),
    },
    'document.asked': { group: 'paper', channels: ['app', 'email'], params: payload<{ name: string; home: string; reason?: string }>() },
  },
});
