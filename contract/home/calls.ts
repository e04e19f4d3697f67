import { z } from 'zod';
import { collectedShape } from '#contract/invoice/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { day, moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { leadMachine } from '#contract/lead/machine.ts';
import { hiddenReasons } from '#contract/listing/hidden.ts';
import { Month } from '#contract/tenancy/shapes.ts';
import { waitKeys } from './waits.ts';

/** What the home says of the properties its reader looks after; null for those who look after none. */
const Portfolio = z.object({
  properties: z.number(),
  pending: z.number(),
  unverified: z.number(),
  rejected: z.number(),
  vacant: z.number(),
  occupied: z.number(),
  /** Of those lived in: whose tenancies the reader does not see, because their owner keeps them. */
  kept: z.number(),
  units: z.number(),
  live: z.number(),
  /** Of those who let: listings strangers do not see, and why; none where the platform looks. */
  hidden: z.array(z.object({ why: z.enum(hiddenReasons), count: z.number() })),
});
export type Portfolio = z.output<typeof Portfolio>;

const Waiting = z.object({
  key: z.enum(waitKeys),
  count: z.number(),
  /** Since when the oldest waits. */
  oldest: moment.nullable(),
  /** Until when the next should be answered. */
  due: moment.nullable(),
  /** What it has cost so far. */
  cents: z.number().nullable(),
});
export type Waiting = z.output<typeof Waiting>;

/** Two series by day: views and enquiries of what one lets, or accounts and enquiries of the platform. */
const Chart = z.object({
  kind: z.enum(['market', 'growth']),
  days: z.array(z.object({ day, first: z.number(), enquiries: z.number() })),
});
export type Chart = z.output<typeof Chart>;

/** What the homes one lets out bring: asked for, collected, what of it is the reader's, and late. */
const Money = z.object({
  /** The month it is of, and its first and last day: the list opens with them. */
  from: day,
  to: day,
  asked_cents: z.number(),
  /** What was collected this month: contract/invoice says what counts. */
  ...collectedShape,
  /** Commission of the month that was taken of it; null where the reader sees none. */
  fees_cents: z.number().nullable(),
  late_cents: z.number(),
  late: z.number(),
  months: z.array(z.object({ month: day, asked_cents: z.number(), came_cents: z.number() })),
});
export type HomeMoney = z.output<typeof Money>;

export const homeCalls = {
  money: call({
    method: 'GET',
    path: '/api/v2/home/money/',
    summary: 'What the homes one lets out bring: this month, what is late, and twelve months of asked for and come in',
    needs: { only: ['owner', 'agent', 'dealer', 'staff'], with: ['invoices', 'read'] },
    result: Money,
    fails: [],
  }),
  waits: call({
    method: 'GET',
    path: '/api/v2/home/waits/',
    summary: 'What waits for the caller, each counted as the list it opens counts it; the menu shows the same numbers',
    needs: ['dashboard', 'read'],
    result: z.object({ results: z.array(Waiting) }),
    fails: [],
  }),
  overview: call({
    method: 'GET',
    path: '/api/v2/home/overview/',
    summary: 'What the home of a dashboard shows: figures, charts, what is to be agreed to, what became of enquiries',
    needs: ['dashboard', 'read'],
    result: z.object({
      portfolio: Portfolio.nullable(),
      chart: Chart.nullable(),
      /** A year of living there; none for those who read no tenancies. */
      months: z.array(Month),
      /** What the caller asked about, newest first, and how far it went. */
      enquiries: z.array(
        z.object({
          id: z.number(),
          about: z.string(),
          status: stateSchema(leadMachine),
          answered: z.boolean(),
          created_at: moment,
          /** Its page, while it is offered. */
          page: z.string().nullable(),
        }),
      ),
    }),
    fails: [],
  }),
  activity: call({
    method: 'GET',
    path: '/api/v2/home/activity/',
    summary: 'The facts of the caller’s account and what was done with it last, sign-ins too',
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
