import { allows } from '#contract/access/allows.ts';
import type { Needs } from '#contract/access/documents.ts';
import type { Visitor } from '#contract/access/guard.ts';
import { unitStatuses } from '#contract/catalogue/kinds.ts';
import { companyRoles, type DashboardLayout, platformRoles, userTypes } from '#contract/kernel/roles.ts';
import { type ScreenKey, screenOf } from '#contract/screens.ts';
import { m } from '#words/messages.js';

type Wait = {
  /** The list it opens, and the filter under which that list shows exactly what was counted. */
  readonly screen: ScreenKey;
  readonly filter: Readonly<Record<string, string>>;
  /** How the list is shown, where that is a choice. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly layouts: readonly DashboardLayout[];
  /** Beyond opening the list: what takes it off the list again. */
  readonly needs: Needs;
  readonly title: (said: { count: number }) => string;
  readonly verb: () => string;
  readonly icon: string;
  /** The menu's entry that carries the count, where the list itself is not on the menu. */
  readonly menu?: ScreenKey;
  /** How things stand rather than a task: shown at home, not counted in the menu. */
  readonly quiet?: true;
};

const heads = ['admin', 'superadmin'] as const;
const lets = ['owner', 'agent'] as const;
const platform = { only: platformRoles } as const;
const toApprove = { filter: { verified_status: 'pending' }, needs: platform, verb: m.dashboard_verb_approve } as const;

/**
 * What waits for somebody, in the order of urgency: the homes, the menu's counts and the tests read this table. Rooms of the server bring the
 * count (`waits` of a room) under the same filter the list has, so that the number and the list cannot differ.
 */
export const waits = {
  leads: {
    screen: 'lead.list',
    filter: { unanswered: 'true' },
    shown: { view: 'list' },
    layouts: companyRoles,
    needs: ['contacts', 'edit'],
    title: m.dashboard_wait_leads,
    verb: m.dashboard_verb_answer,
    icon: 'Message',
  },
  replies: {
    screen: 'lead.list',
    filter: { unread: 'true' },
    shown: { view: 'list' },
    layouts: companyRoles,
    needs: ['contacts', 'edit'],
    title: m.dashboard_wait_replies,
    verb: m.dashboard_verb_read,
    icon: 'Message',
  },
  messages: {
    screen: 'thread.mine',
    filter: { unread: 'true' },
    layouts: ['tenant'],
    needs: { only: ['tenant'] },
    title: m.dashboard_wait_messages,
    verb: m.dashboard_verb_read,
    icon: 'Message',
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
  owners: { ...toApprove, screen: 'people.owners', layouts: heads, title: m.dashboard_wait_owners, icon: 'HomeKey' },
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
    screen: 'review.desk',
    filter: { status: 'pending' },
    layouts: heads,
    needs: { only: heads },
    title: m.dashboard_wait_reviews,
    verb: m.dashboard_verb_read,
    icon: 'Message',
  },
  featured: {
    screen: 'featured.list',
    filter: { status: 'requested' },
    layouts: heads,
    needs: { only: heads },
    title: m.dashboard_wait_featured,
    verb: m.dashboard_verb_approve,
    icon: 'Star',
  },
  applications: {
    screen: 'careers.applications',
    filter: { status: 'new' },
    layouts: heads,
    needs: { only: heads },
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
  confirm: {
    screen: 'listing.list',
    filter: { unconfirmed: 'true' },
    layouts: lets,
    needs: ['units', 'edit'],
    title: m.dashboard_wait_confirm,
    verb: m.dashboard_verb_answer,
    icon: 'Speakerphone',
  },
  rejected: {
    screen: 'property.list',
    filter: { status: 'rejected' },
    layouts: lets,
    needs: ['property', 'edit'],
    title: m.dashboard_wait_rejected,
    verb: m.dashboard_verb_mend,
    icon: 'Building',
  },
  drafts: {
    screen: 'property.list',
    filter: { status: 'draft' },
    layouts: lets,
    needs: ['property', 'edit'],
    title: m.dashboard_wait_drafts,
    verb: m.dashboard_verb_finish,
    icon: 'Building',
    quiet: true,
  },
  vacant: {
    screen: 'unit.list',
    filter: { status: String(unitStatuses.vacant) },
    layouts: lets,
    needs: ['units', 'edit'],
    title: m.dashboard_wait_vacant,
    verb: m.dashboard_verb_let,
    icon: 'Door',
    quiet: true,
  },
} as const satisfies Readonly<Record<string, Wait>>;

export type WaitKey = keyof typeof waits;
export const waitKeys = Object.keys(waits) as WaitKey[];
export const waitOf = (key: WaitKey): Wait => waits[key];

/** What somebody is asked to do: they have the list, may open it, and may do what takes things off it. */
export const waitsOf = (layout: DashboardLayout, who: Pick<Visitor, 'role' | 'grants'>): WaitKey[] =>
  waitKeys.filter((key) => {
    const { screen, layouts, needs } = waitOf(key);
    const { layouts: there, needs: opens } = screenOf(screen);
    return layouts.includes(layout) && there.includes(layout) && allows(opens, who) && allows(needs, who);
  });

/** The query of the list that shows what was counted. */
export const queryOf = (key: WaitKey): string => new URLSearchParams({ ...waitOf(key).filter, ...waitOf(key).shown }).toString();
