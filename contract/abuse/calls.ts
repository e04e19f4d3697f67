import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { county, days, filters, heldByChance, id, list, moment, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { abuseActions, abuseOutcomes, abuseReasons, abuseTargets, appealOutcomes } from './kinds.ts';
import { abuseMachine } from './machine.ts';

const base = '/api/v2/abuse' as const;
const byId = z.object({ id });
const Who = z.object({ id: z.number(), name: z.string() });

export const AbuseRow = z.object({
  id: z.number(),
  code: z.string(),
  target: z.enum(abuseTargets),
  /** What it is about, by name, and whose it is. */
  subject: z.string(),
  ...heldByChance,
  reason: z.enum(abuseReasons),
  body: z.string(),
  status: stateSchema(abuseMachine),
  urgent: z.boolean(),
  /** Until when it should be answered. */
  due_at: moment,
  reporter: Who.nullable(),
  handler: Who.nullable(),
  created_at: moment,
});
export type AbuseRow = z.output<typeof AbuseRow>;

export const AbuseFull = AbuseRow.extend({
  reporter_contact: z.string(),
  outcome: z.enum(abuseOutcomes).nullable(),
  action: z.enum(abuseActions),
  decision: z.string(),
  closed_at: moment.nullable(),
  listing_id: z.number().nullable(),
  property: z.object({ id: z.number(), code: z.string(), name: z.string(), stalled: z.boolean() }).nullable(),
  listing: z.object({ id: z.number(), code: z.string(), title: z.string(), status: z.string() }).nullable(),
  /** Others about the same thing. */
  others: z.array(
    z.object({ id: z.number(), code: z.string(), reason: z.enum(abuseReasons), status: stateSchema(abuseMachine), created_at: moment }),
  ),
  moves: z.array(moveSchema(abuseMachine)),
  /** What the reported side says. */
  answer: z.string(),
  answered_at: moment.nullable(),
  decided_by: z.string().nullable(),
  appeal: z.string(),
  appealed_at: moment.nullable(),
  appeal_outcome: z.enum(appealOutcomes).nullable(),
  appeal_decision: z.string(),
  /** Somebody other than who decided looks at an appeal. */
  may_decide_appeal: z.boolean(),
  /** What was reported about the same company before, and how it ended. */
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
export type AbuseFull = z.output<typeof AbuseFull>;

const words = z.string().trim().min(10).max(4000);

/** A report as one of its sides follows it: neither reads who stands on the other, nor what they wrote. */
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
const MyReport = z.object({ ...side, body: z.string(), may_revoke: z.boolean() });
export type MyReport = z.output<typeof MyReport>;
const ReportAboutUs = z.object({
  ...side,
  action: z.enum(abuseActions),
  decision: z.string(),
  answer: z.string(),
  appeal: z.string(),
  appeal_outcome: z.enum(appealOutcomes).nullable(),
  appeal_decision: z.string(),
  may_answer: z.boolean(),
  may_appeal: z.boolean(),
});
export type ReportAboutUs = z.output<typeof ReportAboutUs>;
const own = { only: companyRoles } as const;

export const abuseCalls = {
  report: call({
    method: 'POST',
    path: `${base}/report/`,
    summary: 'Report an offer, a property, an agent or a review; strangers may too',
    needs: 'anyone',
    body: z.strictObject({
      target: z.enum(abuseTargets),
      target_id: id,
      reason: z.enum(abuseReasons),
      body: words,
      contact: line.max(120).default(''),
    }),
    result: z.object({ code: z.string() }),
    fails: ['notFound', 'tooMany', 'conflict'],
    document: 'report_abuse',
  }),
  all: call({
    method: 'GET',
    path: `${base}/reports/`,
    summary: 'Reports of abuse, the most urgent first',
    needs: ['abuse_reports', 'read'],
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(['due_at', 'created_at'], 'due_at'),
      z_filter: filters({
        text: searchText,
        status: stateSchema(abuseMachine),
        reason: z.enum(abuseReasons),
        target: z.enum(abuseTargets),
        mine: z.enum(['true']),
        company_id: id,
        region: county,
        reporter_id: id,
        /** Nobody has taken it yet, or the caller has: what a handler has to do. */
        waiting: z.enum(['true']),
        ...days,
      }),
    }),
    result: list(AbuseRow),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/report_details/`,
    summary: 'One report with what it is about',
    needs: ['abuse_reports', 'read'],
    query: byId,
    result: AbuseFull,
    fails: ['notFound'],
  }),
  handlers: call({
    method: 'GET',
    path: `${base}/handlers/`,
    summary: 'Who may be given this report: those who see it and hold the right',
    needs: ['abuse_reports', 'edit'],
    query: byId,
    result: z.object({ results: z.array(Who) }),
    fails: ['notFound'],
  }),
  assign: call({
    method: 'PATCH',
    path: `${base}/assign/`,
    summary: 'Give a report to somebody',
    needs: ['abuse_reports', 'edit'],
    query: byId,
    body: z.strictObject({ person_id: id }),
    result: AbuseFull,
    fails: ['notFound', 'wrongState'],
    document: 'abuse_reports',
  }),
  close: call({
    method: 'PATCH',
    path: `${base}/close/`,
    summary: 'Decide a report and, if need be, pause the offer or freeze the property',
    needs: ['abuse_reports', 'edit'],
    query: byId,
    body: z.strictObject({ outcome: z.enum(abuseOutcomes), action: z.enum(abuseActions), decision: words }),
    result: AbuseFull,
    fails: ['notFound', 'wrongState', 'conflict', 'forbidden'],
    document: 'abuse_reports',
  }),
  revoke: call({
    method: 'PATCH',
    path: `${base}/revoke/`,
    summary: 'Take back one’s own report',
    needs: 'signed-in',
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState', 'forbidden'],
    document: 'report_abuse',
  }),
  mine: call({
    method: 'GET',
    path: `${base}/my_reports/`,
    summary: 'What the caller reported, and what became of it',
    needs: 'signed-in',
    query: z.object({ page, page_size: pageSize }),
    result: list(MyReport),
    fails: [],
  }),
  against: call({
    method: 'GET',
    path: `${base}/reports_about_us/`,
    summary: 'What was reported about the caller’s company, without who reported it',
    needs: own,
    query: z.object({ page, page_size: pageSize }),
    result: list(ReportAboutUs),
    fails: [],
  }),
  answer: call({
    method: 'PATCH',
    path: `${base}/answer/`,
    summary: 'The reported side says its part, once, while the report is open',
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
    summary: 'The reported side appeals, once, against a decision',
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
    summary: 'Keep or lift a decision that was appealed against; by somebody other than who decided',
    needs: ['abuse_reports', 'edit'],
    query: byId,
    body: z.strictObject({ appeal_outcome: z.enum(appealOutcomes), appeal_decision: words }),
    result: AbuseFull,
    fails: ['notFound', 'wrongState', 'forbidden'],
    document: 'abuse_reports',
  }),
} as const;
