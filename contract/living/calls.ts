import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { day, id, moment } from '#contract/kernel/list.ts';

const LivingHome = z.object({
  /** Who manages the home for now, and how they are reached. */
  manager: z.object({ company: z.string(), name: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() }),
  /** What was sent to be signed, newest first. */
  agreements: z.array(z.object({ id: z.number(), code: z.string(), kind: z.string(), status: z.number(), sealed_at: moment.nullable() })),
  /** Papers somebody has to bring. */
  papers_wanted: z.number(),
  /** The document with which leaving was written down, while it is; `file` opens it for a few minutes. */
  leaving_paper: z.object({ name: z.string(), file: z.string() }).nullable(),
  address: z.string(),
  today: day,
});
export type LivingHome = z.output<typeof LivingHome>;

export const livingCalls = {
  home: call({
    method: 'GET',
    path: '/api/v2/living/home/',
    summary: 'Beside the tenancy itself: who manages the home and how to reach them, the lease, papers that are wanted',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id }),
    result: LivingHome,
    fails: ['notFound'],
  }),
} as const;
