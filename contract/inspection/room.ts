import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { inspectionMachine } from './machine.ts';

const about = payload<{ kind: string; place: string; when: string }>();

/** Looking at a home or a property, by a form, on the spot: what was found, what shows it, and what the other side says. */
export const inspectionRoom = room({
  machines: [inspectionMachine],
  audits: { inspection: m.inspection_audit, inspection_template: m.inspection_audit_template },
  groups: { inspection: m.inspection_title },
  events: {
    /** Somebody comes to look at a home one lives in. */
    'inspection.scheduled': { group: 'inspection', channels: ['app', 'email'], params: about },
    'inspection.canceled': { group: 'inspection', channels: ['app', 'email'], params: payload<{ kind: string; place: string; reason: string }>() },
    /** It was handed in; `when` is until when it can be answered, where somebody has to. */
    'inspection.submitted': { group: 'inspection', channels: ['app', 'email'], params: payload<{ kind: string; place: string; when?: string }>() },
    'inspection.agree_by': { group: 'inspection', channels: ['app', 'email'], type: 'warning', params: about },
    'inspection.disputed': {
      group: 'inspection',
      channels: ['app', 'email'],
      type: 'warning',
      params: payload<{ kind: string; place: string; count: string }>(),
    },
  },
});
