import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  dayRange,
  id,
  moment,
  optionalRowCompanyFields,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { abuseActions, abuseAppealOutcomes, abuseOutcomes, abuseReasons, abuseTargets } from './kinds.ts';
import { abuseMachine } from './machine.ts';

const base = '/api/v2/abuse' as const;
const byId = z.object({ id });
const Who = z.object({ id: z.number(), name: z.string() });

export const AbuseReportSummary = z.object({
  id: z.number(),
  code: z.string(),
  target: z.enum(abuseTargets),
  /** The name of the reported subject, and its owner. */
  subject: z.string(),
  ...optionalRowCompanyFields,
  reason: z.enum(abuseReasons),
  body: z.string(),
  status: stateSchema(abuseMachine),
  urgent: z.boolean(),
  /** The deadline for an answer. */
  due_at: moment,
  reporter: Who.nullable(),
  handler: Who.nullable(),
  created_at: moment,
});
export type AbuseReportSummary = z.output<typeof AbuseReportSummary>;

export const AbuseReportDetails = AbuseReportSummary.extend({
  reporter_contact: z.string(),
  outcome: z.enum(abuseOutcomes).nullable(),
  action: z.enum(abuseActions),
  decision: z.string(),
  closed_at: moment.nullable(),
  listing_id: z.number().nullable(),
  property: z.object({ id: z.number(), code: z.string(), name: z.string(), stalled: z.boolean() }).nullable(),
  listing: z.object({ id: z.number(), code: z.string(), title: z.string(), status: z.string() }).nullable(),
  /** Other complaints about the same subject. */
  others: z.array(
    z.object({ id: z.number(), code: z.string(), reason: z.enum(abuseReasons), status: stateSchema(abuseMachine), created_at: moment }),
  ),
  moves: z.array(moveSchema(abuseMachine)),
  /** The answer of the reported party. */
  answer: z.string(),
  answered_at: moment.nullable(),
  decided_by: z.string().nullable(),
  appeal: z.string(),
  appealed_at: moment.nullable(),
  appeal_outcome: z.enum(abuseAppealOutcomes).nullable(),
  appeal_decision: z.string(),
  /** An appeal is decided by someone other than the person who decided the complaint. */
  may_decide_appeal: z.boolean(),
  /** Earlier complaints about the same company, with their outcomes. */
  history: z.object({
    count: z.number(),
    upheld: z.number(),
    results: z.array(
      z.object({
        id: z.number(),
        code: z.string(),
        subject: z.string(),
        reason: z.enum(abuseReasons),
        status: stateSchema(abuseMachine),
        outcome: z.enum(abuseOutcomes).nullable(),
        created_at: moment,
      }),
    ),
  }),
});
export type AbuseReportDetails = z.output<typeof AbuseReportDetails>;

const words = z.string().trim().min(10).max(4000);

/** A complaint as one of its sides follows it: each side sees neither the identity nor the text of the other. */
const side = {
  id: z.number(),
  code: z.string(),
  target: z.enum(abuseTargets),
  subject: z.string(),
  reason: z.enum(abuseReasons),
  status: stateSchema(abuseMachine),
  outcome: z.enum(abuseOutcomes).nullable(),
  created_at: moment,
  closed_at: moment.nullable(),
};
const SubmittedAbuseReport = z.object({ ...side, body: z.string(), may_revoke: z.boolean() });
export type SubmittedAbuseReport = z.output<typeof SubmittedAbuseReport>;
const ReceivedAbuseReport = z.object({
  ...side,
  action: z.enum(abuseActions),
  decision: z.string(),
  answer: z.string(),
  appeal: z.string(),
  appeal_outcome: z.enum(abuseAppealOutcomes).nullable(),
  appeal_decision: z.string(),
  may_answer: z.boolean(),
  may_appeal: z.boolean(),
});
export type ReceivedAbuseReport = z.output<typeof ReceivedAbuseReport>;
const own = { only: companyRoles } as const;

export const abuseCalls = {
  report: call({
    method: 'POST',
    path: `${base}/report/`,
    summary: 'Report a listing, property, agent or review; no account is needed',
    needs: 'anyone',
    body: z.strictObject({
      target: z.enum(abuseTargets),
      target_id: id,
      reason: z.enum(abuseReasons),
      body: words,
      contact: singleLine.max(120).default(''),
    }),
    result: z.object({ code: z.string() }),
    fails: ['notFound', 'tooMany', 'conflict'],
    document: 'report_abuse',
  }),
  list: call({
    method: 'GET',
    path: `${base}/reports/`,
    summary: 'List complaints, most urgent first',
    needs: ['abuse_reports', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['due_at', 'created_at'], 'due_at'),
      z_filter: buildFilterSchema({
        text: searchText,
        status: stateSchema(abuseMachine),
        reason: z.enum(abuseReasons),
        target: z.enum(abuseTargets),
        mine: z.enum(['true']),
        company_id: id,
        region: countyCodeShape,
        reporter_id: id,
        /** Complaints that are unassigned or assigned to the caller: the handler's open work. */
        waiting: z.enum(['true']),
        ...dayRange,
      }),
    }),
    result: buildListSchema(AbuseReportSummary),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/report_details/`,
    summary: 'Get a complaint with the record it concerns',
    needs: ['abuse_reports', 'read'],
    query: byId,
    result: AbuseReportDetails,
    fails: ['notFound'],
  }),
  listHandlers: call({
    method: 'GET',
    path: `${base}/handlers/`,
    summary: 'List people a complaint can be assigned to: those who may see and handle it',
    needs: ['abuse_reports', 'edit'],
    query: byId,
    result: z.object({ results: z.array(Who) }),
    fails: ['notFound'],
  }),
  assign: call({
    method: 'PATCH',
    path: `${base}/assign/`,
    summary: 'Assign a complaint to a person',
    needs: ['abuse_reports', 'edit'],
    query: byId,
    body: z.strictObject({ person_id: id }),
    result: AbuseReportDetails,
    fails: ['notFound', 'wrongState'],
    document: 'abuse_reports',
  }),
  close: call({
    method: 'PATCH',
    path: `${base}/close/`,
    summary: 'Decide a complaint; this may pause the listing or freeze the property',
    needs: ['abuse_reports', 'edit'],
    query: byId,
    body: z.strictObject({ outcome: z.enum(abuseOutcomes), action: z.enum(abuseActions), decision: words }),
    result: AbuseReportDetails,
    fails: ['notFound', 'wrongState', 'conflict', 'forbidden'],
    document: 'abuse_reports',
  }),
  revoke: call({
    method: 'PATCH',
    path: `${base}/revoke/`,
    summary: 'Withdraw the caller’s complaint',
    needs: 'signed-in',
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState', 'forbidden'],
    document: 'report_abuse',
  }),
  listOwn: call({
    method: 'GET',
    path: `${base}/my_reports/`,
    summary: 'List the caller’s complaints with their status',
    needs: 'signed-in',
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(SubmittedAbuseReport),
    fails: [],
  }),
  listAgainstCompany: call({
    method: 'GET',
    path: `${base}/reports_about_us/`,
    summary: 'List complaints about the caller’s company, without the reporter’s identity',
    needs: own,
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(ReceivedAbuseReport),
    fails: [],
  }),
  answer: call({
    method: 'PATCH',
    path: `${base}/answer/`,
    summary: 'Respond to a complaint as the reported party, once, while it is open',
    needs: own,
    query: byId,
    body: z.strictObject({ answer: words }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'report_abuse',
  }),
  appeal: call({
    method: 'PATCH',
    path: `${base}/appeal/`,
    summary: 'Appeal a decision as the reported party, once',
    needs: own,
    query: byId,
    body: z.strictObject({ appeal: words }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'report_abuse',
  }),
  decideAppeal: call({
    method: 'PATCH',
    path: `${base}/decide_appeal/`,
    summary: 'Uphold or reverse an appealed decision, as a different person than its author',
    needs: ['abuse_reports', 'edit'],
    query: byId,
    body: z.strictObject({ appeal_outcome: z.enum(abuseAppealOutcomes), appeal_decision: words }),
    result: AbuseReportDetails,
    fails: ['notFound', 'wrongState', 'forbidden'],
    document: 'abuse_reports',
  }),
} as const;
