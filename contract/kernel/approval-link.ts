import { z } from 'zod';
import { moment } from './list.ts';

/** The request that a call created, because the act needs a second person. */
export const ApprovalRequestLink = z.object({ id: z.number(), code: z.string() });
export type ApprovalRequestLink = z.output<typeof ApprovalRequestLink>;

/** An open request about a record, for the page of the record. */
export const OpenApprovalRequest = ApprovalRequestLink.extend({ asked_by: z.string().nullable(), asked_at: moment, own: z.boolean() });
export type OpenApprovalRequest = z.output<typeof OpenApprovalRequest>;
