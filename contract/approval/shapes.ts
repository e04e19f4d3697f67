import { z } from 'zod';
import { ApprovalRequestLink } from '#contract/kernel/approval-link.ts';
import { moment } from '#contract/kernel/list.ts';
import { approvalRequestStates } from './kinds.ts';

export { ApprovalRequestLink, OpenApprovalRequest } from '#contract/kernel/approval-link.ts';

export const ApprovalRequestDetails = ApprovalRequestLink.extend({
  kind: z.string(),
  /** What happens on approval, in the reader's language. */
  sentence: z.string(),
  /** Figures beside the sentence, for example the checklist of a month. */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  reason: z.string(),
  cents: z.number().nullable(),
  company: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** The screen of the record, with the parameters of its address and its query. */
  page: z.object({ screen: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])), query: z.string().optional() }).nullable(),
  status: z.enum(approvalRequestStates),
  asked_by: z.string().nullable(),
  asked_at: moment,
  expires_at: moment,
  decided_by: z.string().nullable(),
  decided_at: moment.nullable(),
  decision: z.string(),
  /** Whether the caller requested it, whether evidence is required and present, and a link to the evidence. */
  own: z.boolean(),
  needs_evidence: z.boolean(),
  has_evidence: z.boolean(),
  evidence: z.string().nullable(),
  /** Whether the caller may approve it; otherwise the reason. */
  may_approve: z.boolean(),
  blocked: z.string().nullable(),
});
export type ApprovalRequestDetails = z.output<typeof ApprovalRequestDetails>;
