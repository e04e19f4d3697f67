import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { companyRoles, dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { inspectionMachine } from './machine.ts';
import { inspectionPublicScreens } from './public.ts';

const about = definePayload<{ kind: string; place: string; when: string }>();
const ours = 'properties/inspections';

/** Messages that bind the tenant also go by SMS; those to managers do not (`server/inspection/notify.ts`). */
const living = { group: 'inspection', channels: ['app', 'email', 'sms'] } as const;

/** Inspections of homes and properties, by form and on site: findings, photos and the tenant's answer. */
export const inspectionModule = defineModule({
  machines: [inspectionMachine],
  audits: { inspection: m.inspection_audit, inspection_template: m.inspection_audit_template },
  groups: { inspection: m.inspection_title },
  events: {
    /** An inspection of the tenant's home was scheduled. */
    'inspection.scheduled': { ...living, binds: true, params: about },
    'inspection.canceled': {
      group: 'inspection',
      channels: ['app', 'email'],
      params: definePayload<{ kind: string; place: string; reason: string }>(),
    },
    /** The inspection was submitted; `when` is the deadline for the tenant's answer, if one is needed. */
    'inspection.submitted': { ...living, binds: true, params: definePayload<{ kind: string; place: string; when?: string }>() },
    'inspection.agree_by': { ...living, binds: true, type: 'warning', params: about },
    /** A manager closed the inspection after a dispute, or because the other side does not answer. */
    'inspection.settled': {
      group: 'inspection',
      channels: ['app', 'email'],
      params: definePayload<{ kind: string; place: string; reason: string }>(),
    },
    /** The inspector may not continue, so another person must be assigned. */
    'inspection.unassigned': {
      group: 'inspection',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ kind: string; place: string; reason: string }>(),
    },
    /** A photo arrived after the submission: it is shown marked beside the report. */
    'inspection.photo_late': { group: 'inspection', channels: ['app', 'email'], params: definePayload<{ kind: string; place: string }>() },
    'inspection.disputed': {
      group: 'inspection',
      channels: ['app', 'email'],
      type: 'warning',
      params: definePayload<{ kind: string; place: string; count: string }>(),
    },
  },
  screens: {
    ...inspectionPublicScreens,
    list: {
      title: m.inspection_title,
      at: 'properties/property_inspection',
      layouts: dashboardRoles,
      spelled: { dealer: 'property_inspection', owner: ours, agent: ours, subadmin: ours },
      needs: ['tenancies', 'read'],
      view: 'inspection/list',
      menu: { group: 'portfolio', icon: 'ClipboardCheck', order: 60 },
      ours: ['owner', 'agent', 'subadmin'],
    },
    detail: {
      title: m.inspection_one,
      at: 'properties/property_inspection/:inspection_id',
      layouts: [...dashboardRoles, 'tenant'],
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
    /** Managers of homes create and change their own; system forms come with the platform. */
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
      view: 'inspection/my-inspections',
      menu: { group: 'top', icon: 'ClipboardCheck', order: 30 },
      ours: true,
    },
  },
});
