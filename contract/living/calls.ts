import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { day, id, moment } from '#contract/kernel/list.ts';

const LivingHome = z.object({
  /** The current manager of the home and their contact details. */
  manager: z.object({ company: z.string(), name: z.string().nullable(), phone: z.string().nullable(), email: z.string().nullable() }),
  /** Agreements that were sent for signature, newest first. */
  agreements: z.array(z.object({ id: z.number(), code: z.string(), kind: z.string(), status: z.number(), sealed_at: moment.nullable() })),
  /** Number of documents that the tenant has to upload. */
  papers_wanted: z.number(),
  /** The document attached to the notice, while one exists; `file` is a link valid for a few minutes. */
  leaving_paper: z.object({ name: z.string(), file: z.string() }).nullable(),
  address: z.string(),
  today: day,
});
export type LivingHome = z.output<typeof LivingHome>;

export const livingCalls = {
  home: call({
    method: 'GET',
    path: '/api/v2/living/home/',
    summary: 'Get a tenant’s details of a tenancy: manager and contacts, lease and requested documents',
    needs: 'signed-in',
    query: z.object({ tenancy_id: id }),
    result: LivingHome,
    fails: ['notFound'],
  }),
} as const;
