import { z } from 'zod';
import { collectedAmountsShape } from '#contract/invoice/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { day, moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { leadMachine } from '#contract/lead/machine.ts';
import { listingHiddenReasons } from '#contract/listing/hidden-reasons.ts';
import { OccupancyMonth } from '#contract/tenancy/shapes.ts';
import { pendingTaskKeys } from './pending-tasks.ts';

/** Figures of the properties the reader manages; null for readers who manage none. */
const PortfolioFigures = z.object({
  properties: z.number(),
  pending: z.number(),
  unverified: z.number(),
  rejected: z.number(),
  vacant: z.number(),
  occupied: z.number(),
  /** Occupied units whose tenancies the reader may not see, because the owner keeps them. */
  kept: z.number(),
  units: z.number(),
  live: z.number(),
  /** Hidden listings of the reader by reason; empty on the platform's home. */
  hidden: z.array(z.object({ why: z.enum(listingHiddenReasons), count: z.number() })),
});
export type PortfolioFigures = z.output<typeof PortfolioFigures>;

const PendingTaskCount = z.object({
  key: z.enum(pendingTaskKeys),
  count: z.number(),
  /** The time since which the oldest task is pending. */
  oldest: moment.nullable(),
  /** The earliest deadline of the tasks. */
  due: moment.nullable(),
  /** The cost up to now. */
  cents: z.number().nullable(),
});
export type PendingTaskCount = z.output<typeof PendingTaskCount>;

/** Two series by day: views and enquiries of the reader's listings, or accounts and enquiries of the platform. */
const DashboardChart = z.object({
  kind: z.enum(['market', 'growth']),
  days: z.array(z.object({ day, first: z.number(), enquiries: z.number() })),
});
export type DashboardChart = z.output<typeof DashboardChart>;

/** The money of the reader's units: invoiced, collected, net to the reader, and overdue. */
const HomeMoneyFigures = z.object({
  /** The month, with its first and last day for the filter of the list. */
  from: day,
  to: day,
  asked_cents: z.number(),
  /** Collected this month, as defined in contract/invoice. */
  ...collectedAmountsShape,
  /** The month's commission taken from it; null for readers who may not see commission. */
  fees_cents: z.number().nullable(),
  late_cents: z.number(),
  late: z.number(),
  months: z.array(z.object({ month: day, asked_cents: z.number(), came_cents: z.number() })),
});
export type HomeMoneyFigures = z.output<typeof HomeMoneyFigures>;

export const homeCalls = {
  moneyFigures: call({
    method: 'GET',
    path: '/api/v2/home/money/',
    summary: 'Get a landlord’s rent figures: this month, overdue, and twelve months of billed and collected rent',
    needs: { only: ['owner', 'agent', 'dealer', 'staff'], with: ['invoices', 'read'] },
    result: HomeMoneyFigures,
    fails: [],
  }),
  listPendingTasks: call({
    method: 'GET',
    path: '/api/v2/home/waits/',
    summary: 'Count the caller’s pending tasks, with the same counts as their lists and the menu',
    needs: ['dashboard', 'read'],
    result: z.object({ results: z.array(PendingTaskCount) }),
    fails: [],
  }),
  overview: call({
    method: 'GET',
    path: '/api/v2/home/overview/',
    summary: 'Get the dashboard home: figures, charts, policies to accept, and enquiry outcomes',
    needs: ['dashboard', 'read'],
    result: z.object({
      portfolio: PortfolioFigures.nullable(),
      chart: DashboardChart.nullable(),
      /** Twelve months of occupancy; empty for readers without access to tenancies. */
      months: z.array(OccupancyMonth),
      /** The caller's enquiries, newest first, with their status. */
      enquiries: z.array(
        z.object({
          id: z.number(),
          about: z.string(),
          status: stateSchema(leadMachine),
          answered: z.boolean(),
          created_at: moment,
          /** The address of its public page, while it is listed. */
          page: z.string().nullable(),
        }),
      ),
    }),
    fails: [],
  }),
  activity: call({
    method: 'GET',
    path: '/api/v2/home/activity/',
    summary: 'Get the facts and recent activity of the caller’s account, including sign-ins',
    needs: ['dashboard', 'read'],
    result: z.object({
      account: z.object({
        name: z.string(),
        email: z.string().nullable(),
        phone: z.string().nullable(),
        code: z.string(),
        user_type: z.number(),
        company: z.string().nullable(),
        member_since: moment,
        last_sign_in: moment.nullable(),
      }),
      activity: z.array(
        z.object({
          id: z.number(),
          at: moment,
          kind: z.number(),
          document: z.string(),
          code: z.string().nullable(),
          fields: z.array(z.string()),
          reason: z.string().nullable(),
          ip: z.string().nullable(),
        }),
      ),
    }),
    fails: [],
  }),
} as const;
