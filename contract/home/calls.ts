import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { moment } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { leadMachine } from '#contract/lead/machine.ts';
import { policyKinds } from '#contract/policy/kinds.ts';

const Tile = z.object({ key: z.enum(['published', 'drafts', 'retired']), value: z.number() });

/** What the home says of the properties its reader looks after; null for those who look after none. */
const Portfolio = z.object({
  properties: z.number(),
  pending: z.number(),
  unverified: z.number(),
  rejected: z.number(),
  vacant: z.number(),
  occupied: z.number(),
  units: z.number(),
  live: z.number(),
});
export type Portfolio = z.output<typeof Portfolio>;
export type Tile = z.output<typeof Tile>;

export const homeCalls = {
  overview: call({
    method: 'GET',
    path: '/api/v2/home/overview/',
    summary: 'What the home of a dashboard shows: the account, what applies to it and what it did last',
    needs: ['dashboard', 'read'],
    result: z.object({
      account: z.object({
        name: z.string(),
        email: z.string(),
        phone: z.string().nullable(),
        code: z.string(),
        user_type: z.number(),
        company: z.string().nullable(),
        member_since: moment,
        last_sign_in: moment.nullable(),
      }),
      tiles: z.array(Tile),
      portfolio: Portfolio.nullable(),
      policies: z.array(
        z.object({
          id: z.number(),
          slug: z.string(),
          title: z.string(),
          title_sw: z.string(),
          kind: z.enum(policyKinds),
          version: z.number(),
          consent: z.enum(['none', 'given', 'needed']),
        }),
      ),
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
