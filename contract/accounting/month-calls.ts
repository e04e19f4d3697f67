import { z } from 'zod';
import { requestedActRules } from '#contract/approval/purposes.ts';
import { ApprovalRequestLink, OpenApprovalRequest } from '#contract/approval/shapes.ts';
import { call } from '#contract/kernel/call.ts';
import { moment } from '#contract/kernel/list.ts';
import { monthSchema } from '#contract/ledger/month.ts';
import { monthChecklistKeys } from './kinds.ts';

/** A line of the checklist; it is stored in the request and with the closing. */
export const MonthChecklistLine = z.object({ key: z.enum(monthChecklistKeys), count: z.number(), cents: z.number().nullable() });
export type MonthChecklistLine = z.output<typeof MonthChecklistLine>;

const MonthChecklist = z.object({
  month: z.string(),
  closed_at: moment.nullable(),
  closed_by: z.string().nullable(),
  /** It has ended, and every earlier month is closed. */
  may_close: z.boolean(),
  /** It is the last closed month. */
  may_reopen: z.boolean(),
  request: OpenApprovalRequest.nullable(),
  /** The items dated up to the end of the month that are open, and their amount; of taxes the balance at the end of the month. */
  lines: z.array(MonthChecklistLine),
  /** The lines are those that were stored when the month was closed. */
  stored: z.boolean(),
  /** The open items of all lines except taxes, which are due later. */
  open: z.number(),
});
export type MonthChecklist = z.output<typeof MonthChecklist>;

/** The closing of a month: what is still open, and the request to close or reopen it. */
export const monthCloseCalls = {
  monthChecklist: call({
    method: 'GET',
    path: '/api/v2/accounting/month_checklist/',
    summary: 'Get the checklist of a month before it is closed: open items with their number and amount',
    needs: { only: ['admin', 'superadmin'], with: ['payments', 'read'] },
    query: z.object({ month: monthSchema }),
    result: MonthChecklist,
    fails: [],
  }),
  requestMonth: call({
    method: 'POST',
    path: '/api/v2/accounting/request_month/',
    summary: 'Request to close a month, or to reopen the last closed month; another super admin approves',
    needs: requestedActRules.monthClose.needs,
    body: z.strictObject({ month: monthSchema, reopen: z.boolean(), reason: z.string().trim().min(10).max(500) }),
    result: ApprovalRequestLink,
    fails: ['conflict'],
    document: 'ledger',
  }),
} as const;
