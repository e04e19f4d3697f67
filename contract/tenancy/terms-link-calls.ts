import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { day } from '#contract/kernel/list.ts';
import { tenancyChargeFrequencies } from './kinds.ts';

const token = z.string().min(20).max(200);
/** What an imported tenant without an account reads before they confirm or object. */
export const ImportedTermsSummary = z.object({
  company: z.string(),
  home: z.string(),
  name: z.string(),
  starts_on: day,
  ends_on: day.nullable(),
  notice_days: z.number(),
  rent_cents: z.number(),
  period: z.number(),
  deposit_cents: z.number(),
  balance_cents: z.number(),
  charges: z.array(z.object({ label: z.string(), cents: z.number().nullable(), often: z.enum(tenancyChargeFrequencies) })),
  /** The day on which the tenancy begins and is billed without an answer. */
  until: day.nullable(),
});
export type ImportedTermsSummary = z.output<typeof ImportedTermsSummary>;

/** Calls by the link that an imported tenant was sent. Wrong and used links get the same answer. */
export const termsLinkCalls = {
  readTerms: call({
    method: 'GET',
    path: '/api/v2/tenancy/terms_look/',
    summary: 'Show an imported tenancy to the person whose number or email the company recorded; this changes nothing',
    needs: 'anyone',
    query: z.object({ token }),
    result: ImportedTermsSummary,
    fails: ['notFound'],
  }),
  answerTerms: call({
    method: 'POST',
    path: '/api/v2/tenancy/terms_answer/',
    summary: 'Confirm an imported tenancy, or object to it; after an objection it is withdrawn and nothing is billed',
    needs: 'anyone',
    document: 'tenancies',
    body: z.strictObject({ token, answer: z.enum(['confirm', 'not_me']) }),
    result: z.object({ answered: z.literal(true) }),
    fails: ['notFound', 'conflict'],
  }),
} as const;
