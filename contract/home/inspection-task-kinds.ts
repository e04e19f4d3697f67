import { dashboardRoles, platformRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { buildCompanyTask, type PendingTask, tenantTask } from './pending-task.ts';

/** Pending tasks of inspections, for tenants, inspectors, managers and approvers. */
export const inspectionTaskKinds = {
  inspected: {
    ...tenantTask,
    screen: 'inspection.mine',
    filter: { waiting: 'true' },
    title: m.dashboard_wait_inspected,
    verb: m.dashboard_verb_answer,
    icon: 'ClipboardCheck',
  },
  inspections: {
    screen: 'inspection.list',
    filter: { todo: 'true' },
    layouts: dashboardRoles,
    needs: ['tenancies', 'read'],
    title: m.dashboard_wait_inspections,
    verb: m.dashboard_verb_inspect,
    icon: 'ClipboardCheck',
  },
  disputed: {
    ...buildCompanyTask(['tenancies', 'edit']),
    screen: 'inspection.list',
    filter: { status: 'disputed' },
    title: m.dashboard_wait_disputed,
    verb: m.dashboard_verb_settle,
    icon: 'ClipboardCheck',
  },
  verdicts: {
    screen: 'inspection.list',
    filter: { kind: 'verification', status: 'submitted' },
    layouts: [...platformRoles, 'dealer'],
    needs: ['property_verification', 'edit'],
    title: m.dashboard_wait_verdicts,
    verb: m.dashboard_verb_decide,
    icon: 'ClipboardCheck',
  },
} as const satisfies Readonly<Record<string, PendingTask>>;
