import type { Visitor } from '#contract/access/guard.ts';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { type DashboardLayout, platformRoles, userTypes } from '#contract/kernel/roles.ts';
import { getScreen } from '#contract/screens.ts';
import { m } from '#words/messages.js';
import { inspectionTaskKinds } from './inspection-task-kinds.ts';
import { moneyTaskKinds } from './money-task-kinds.ts';
import { adminRoles, adminTask, buildCompanyTask, buildLettingTask, type PendingTask, tenantTask } from './pending-task.ts';

const platform = { only: platformRoles } as const;
const toApprove = { filter: { verified_status: 'pending' }, needs: platform, verb: m.dashboard_verb_approve } as const;

/**
 * Pending tasks in the order of urgency; the home pages, the menu counts and the tests read this table. Server modules supply the count (`waits` of
 * a module) under the same filter as the list, so that number and list always agree.
 */
export const pendingTaskKinds = {
  leads: {
    ...buildCompanyTask(['contacts', 'edit']),
    screen: 'lead.list',
    filter: { unanswered: 'true' },
    shown: { view: 'list' },
    title: m.dashboard_wait_leads,
    verb: m.dashboard_verb_answer,
    icon: 'Message',
  },
  replies: {
    ...buildCompanyTask(['contacts', 'edit']),
    screen: 'lead.list',
    filter: { unread: 'true' },
    shown: { view: 'list' },
    title: m.dashboard_wait_replies,
    verb: m.dashboard_verb_read,
    icon: 'Message',
  },
  bids: {
    ...buildCompanyTask(['offers', 'edit']),
    screen: 'bid.list',
    filter: { waiting: 'true' },
    title: m.dashboard_wait_bids,
    verb: m.dashboard_verb_answer,
    icon: 'Gavel',
  },
  counters: {
    ...tenantTask,
    screen: 'bid.mine',
    filter: { waiting: 'true' },
    title: m.dashboard_wait_counters,
    verb: m.dashboard_verb_answer,
    icon: 'Discount',
  },
  tours: {
    ...buildCompanyTask(['tours', 'edit']),
    screen: 'tour.list',
    filter: { status: 'requested' },
    title: m.dashboard_wait_tours,
    verb: m.dashboard_verb_answer,
    icon: 'CalendarEvent',
  },
  messages: {
    ...tenantTask,
    screen: 'thread.mine',
    filter: { unread: 'true' },
    title: m.dashboard_wait_messages,
    verb: m.dashboard_verb_read,
    icon: 'Message',
  },
  sign: {
    ...tenantTask,
    screen: 'agreement.mine',
    filter: { mine: 'true', waiting: 'true' },
    title: m.dashboard_wait_sign,
    verb: m.dashboard_verb_sign,
    icon: 'FileText',
  },
  signs: {
    ...buildCompanyTask(['tenancies', 'read']),
    screen: 'agreement.list',
    filter: { waiting: 'true' },
    title: m.dashboard_wait_sign,
    verb: m.dashboard_verb_sign,
    icon: 'FileText',
  },
  ...inspectionTaskKinds,
  send: {
    ...buildLettingTask(['tenancies', 'edit']),
    screen: 'agreement.list',
    filter: { status: 'draft' },
    title: m.dashboard_wait_send,
    verb: m.dashboard_verb_send,
    icon: 'FileText',
  },
  bookings: {
    ...buildCompanyTask(['booking', 'edit']),
    screen: 'booking.list',
    filter: { waiting: 'true' },
    title: m.dashboard_wait_bookings,
    verb: m.dashboard_verb_decide,
    icon: 'HomeKey',
  },
  applied: {
    ...tenantTask,
    screen: 'booking.own',
    filter: { waiting: 'true' },
    title: m.dashboard_wait_applied,
    verb: m.dashboard_verb_answer,
    icon: 'HomeKey',
  },
  troubles: {
    ...adminTask,
    screen: 'booking.list',
    filter: { reported: 'true' },
    title: m.dashboard_wait_troubles,
    verb: m.dashboard_verb_read,
    icon: 'Flag',
  },
  reports: {
    screen: 'abuse.list',
    filter: { waiting: 'true' },
    layouts: platformRoles,
    needs: ['abuse_reports', 'edit'],
    title: m.dashboard_wait_reports,
    verb: m.dashboard_verb_decide,
    icon: 'Flag',
  },
  verify: {
    screen: 'property.list',
    filter: { status: 'pending_verification' },
    layouts: [...platformRoles, 'dealer'],
    needs: ['property_verification', 'edit'],
    title: m.dashboard_wait_verify,
    verb: m.dashboard_verb_verify,
    icon: 'Building',
  },
  owners: { ...toApprove, screen: 'people.owners', layouts: adminRoles, title: m.dashboard_wait_owners, icon: 'HomeKey' },
  ownersHere: {
    ...toApprove,
    screen: 'people.users',
    filter: { verified_status: 'pending', user_type: String(userTypes.owner) },
    layouts: ['subadmin'],
    title: m.dashboard_wait_owners,
    icon: 'HomeKey',
  },
  agents: { ...toApprove, screen: 'people.agents', layouts: platformRoles, title: m.dashboard_wait_agents, icon: 'Briefcase' },
  dealers: { ...toApprove, screen: 'people.dealers', layouts: platformRoles, title: m.dashboard_wait_dealers, icon: 'Truck' },
  reviews: {
    ...adminTask,
    screen: 'review.desk',
    filter: { status: 'pending' },
    title: m.dashboard_wait_reviews,
    verb: m.dashboard_verb_read,
    icon: 'Message',
  },
  featured: {
    ...adminTask,
    screen: 'featured.list',
    filter: { status: 'requested' },
    title: m.dashboard_wait_featured,
    verb: m.dashboard_verb_approve,
    icon: 'Star',
  },
  books: {
    ...adminTask,
    screen: 'ledger.list',
    filter: { failed: 'true' },
    shown: { tab: 'proofs' },
    title: m.dashboard_wait_books,
    verb: m.dashboard_verb_look,
    icon: 'AlertTriangle',
  },
  ...moneyTaskKinds,
  applications: {
    ...adminTask,
    screen: 'careers.applications',
    filter: { status: 'new' },
    title: m.dashboard_wait_applications,
    verb: m.dashboard_verb_read,
    icon: 'Briefcase',
    menu: 'careers.list',
  },
  jobs: {
    screen: 'jobs.list',
    filter: {},
    shown: { tab: 'failed' },
    layouts: ['superadmin'],
    needs: { only: ['superadmin'] },
    title: m.dashboard_wait_jobs,
    verb: m.dashboard_verb_repair,
    icon: 'Refresh',
  },
  objections: {
    ...buildCompanyTask(['tenancies', 'edit']),
    screen: 'tenancy.list',
    filter: { objected: 'true' },
    title: m.dashboard_wait_objections,
    verb: m.dashboard_verb_settle_objection,
    icon: 'AlertTriangle',
  },
  starting: {
    ...buildCompanyTask(['tenancies', 'edit']),
    screen: 'tenancy.list',
    filter: { starting: 'true' },
    title: m.dashboard_wait_starting,
    verb: m.dashboard_verb_prepare,
    icon: 'Key',
  },
  ending: {
    ...buildCompanyTask(['tenancies', 'edit']),
    screen: 'tenancy.list',
    filter: { ending: 'true' },
    title: m.dashboard_wait_ending,
    verb: m.dashboard_verb_renew,
    icon: 'Key',
    quiet: true,
  },
  confirm: {
    ...buildLettingTask(['units', 'edit']),
    screen: 'listing.list',
    filter: { unconfirmed: 'true' },
    title: m.dashboard_wait_confirm,
    verb: m.dashboard_verb_answer,
    icon: 'Speakerphone',
  },
  rejected: {
    ...buildLettingTask(['property', 'edit']),
    screen: 'property.list',
    filter: { status: 'rejected' },
    title: m.dashboard_wait_rejected,
    verb: m.dashboard_verb_mend,
    icon: 'Building',
  },
  drafts: {
    ...buildLettingTask(['property', 'edit']),
    screen: 'property.list',
    filter: { status: 'draft' },
    title: m.dashboard_wait_drafts,
    verb: m.dashboard_verb_finish,
    icon: 'Building',
    quiet: true,
  },
  vacant: {
    ...buildLettingTask(['units', 'edit']),
    screen: 'unit.list',
    filter: { status: String(unitStatuses.vacant) },
    title: m.dashboard_wait_vacant,
    verb: m.dashboard_verb_let,
    icon: 'Door',
    quiet: true,
  },
} as const satisfies Readonly<Record<string, PendingTask>>;

export type PendingTaskKey = keyof typeof pendingTaskKinds;
export const pendingTaskKeys = Object.keys(pendingTaskKinds) as PendingTaskKey[];
export const findPendingTask = (key: PendingTaskKey): PendingTask => pendingTaskKinds[key];

/** The tasks of a person: the list is in their dashboard, they may open it, and they may complete its tasks. */
export const listPendingTaskKeys = (layout: DashboardLayout, who: Pick<Visitor, 'role' | 'grants'>): PendingTaskKey[] =>
  pendingTaskKeys.filter((key) => {
    const { screen, layouts, needs } = findPendingTask(key);
    const { layouts: there, needs: opens } = getScreen(screen);
    return layouts.includes(layout) && there.includes(layout) && isAllowed(opens, who) && isAllowed(needs, who);
  });

/** The query of the list that shows the counted records. */
export const buildPendingTaskQuery = (key: PendingTaskKey): string =>
  new URLSearchParams({ ...findPendingTask(key).filter, ...findPendingTask(key).shown }).toString();
