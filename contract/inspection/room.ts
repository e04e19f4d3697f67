import { payload } from '#contract/kernel/payload.ts';
import { companyRoles, sixRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { inspectionMachine } from './machine.ts';
import { inspectionPublic } from './public.ts';

const about = payload<{ kind: string; place: string; when: string }>();
const ours = 'properties/inspections';

/** What binds whoever lives there reaches them by SMS too; who keeps the place is told without (`server/inspection/tell.ts`). */
const living = { group: 'inspection', channels: ['app', 'email', 'sms'] } as const;

/** Looking at a home or a property, by a form, on the spot: what was found, what shows it, and what the other side says. */
export const inspectionRoom = room({
  machines: [inspectionMachine],
  audits: { inspection: m.inspection_audit, inspection_template: m.inspection_audit_template },
  groups: { inspection: m.inspection_title },
  events: {
    /** Somebody comes to look at a home one lives in. */
    'inspection.scheduled': { ...living, binds: true, params: about },
    'inspection.canceled': { group: 'inspection', channels: ['app', 'email'], params: payload<{ kind: string; place: string; reason: string }>() },
    /** It was handed in; `when` is until when it can be answered, where somebody has to. */
    'inspection.submitted': { ...living, binds: true, params: payload<{ kind: string; place: string; when?: string }>() },
    'inspection.agree_by': { ...living, binds: true, type: 'warning', params: about },
    /** Whoever manages the home closed it, after a dispute or without anybody to ask. */
    'inspection.settled': { group: 'inspection', channels: ['app', 'email'], params: payload<{ kind: string; place: string; reason: string }>() },
    /** Whoever was sent may not go on: somebody else is to be. */
    'inspection.unassigned': {
      group: 'inspection',
      channels: ['app', 'email'],
      type: 'warning',
      params: payload<{ kind: string; place: string; reason: string }>(),
    },
    /** A photo came after it was handed in: it stands beside the report, marked. */
    'inspection.photo_late': { group: 'inspection', channels: ['app', 'email'], params: payload<{ kind: string; place: string }>() },
    'inspection.disputed': {
      group: 'inspection',
      channels: ['app', 'email'],
      type: 'warning',
      params: payload<{ kind: string; place: string; count: string }>(),
    },
  },
  screens: {
    ...inspectionPublic,
    list: {
      title: m.inspection_title,
      at: 'properties/property_inspection',
      layouts: sixRoles,
      spelled: { dealer: 'property_inspection', owner: ours, agent: ours, subadmin: ours },
      needs: ['tenancies', 'read'],
      view: 'inspection/list',
      menu: { group: 'portfolio', icon: 'ClipboardCheck', order: 60 },
      ours: ['owner', 'agent', 'subadmin'],
    },
    detail: {
      title: m.inspection_one,
      at: 'properties/property_inspection/:inspection_id',
      layouts: [...sixRoles, 'tenant'],
      spelled: {
        dealer: 'property_inspection/:inspection_id/:code',
        owner: `${ours}/:inspection_id/:code`,
        agent: `${ours}/:inspection_id/:code`,
        subadmin: `${ours}/:inspection_id`,
        tenant: 'inspections/:inspection_id',
      },
      needs: ['tenancies', 'read'],
      view: 'inspection/detail',
      ours: ['owner', 'agent', 'subadmin', 'tenant'],
    },
    /** Made and changed by those who hold or manage homes; the platform's own come with the house. */
    forms: {
      title: m.inspection_forms,
      at: `${ours}/forms`,
      layouts: companyRoles,
      spelled: { dealer: 'property_inspection/forms' },
      needs: ['tenancies', 'read'],
      view: 'inspection/forms',
      ours: true,
    },
    mine: {
      title: m.inspection_title,
      at: 'inspections',
      layouts: ['tenant'],
      needs: { only: ['tenant'] },
      view: 'inspection/mine',
      menu: { group: 'top', icon: 'ClipboardCheck', order: 30 },
      ours: true,
    },
  },
});
