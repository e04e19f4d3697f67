import { z } from 'zod';
import { day, id } from '#contract/kernel/list.ts';
import { mandateScopes } from './mandate.ts';

/** In basis points of the rent collected; null without an agreed commission. */
export const commissionBasisPoints = z.number().int().min(0).max(10_000).nullable();

/** The mandate that an invitation offers; accepting the invitation gives exactly this. */
export const InvitationMandateTerms = z.strictObject({
  scope: z.enum(mandateScopes),
  all_properties: z.boolean(),
  property_ids: z.array(id).max(500).default([]),
  ends_on: day.nullable().default(null),
  commission_bp: commissionBasisPoints.default(null),
});
export type InvitationMandateTerms = z.output<typeof InvitationMandateTerms>;
