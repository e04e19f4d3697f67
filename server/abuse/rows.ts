import { sql } from 'kysely';
import type { AbuseReportSummary } from '#contract/abuse/calls.ts';
import { abuseResponseHours, urgentAbuseReasons } from '#contract/abuse/kinds.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import { companyAndCountyColumns, type OptionalCompanyAndCounty, toOptionalCompanyAndCounty } from '#server/lists/holder.ts';

export const abuseReportNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

export const reportResponseHoursSql = sql<number>`case when abuse_report.reason in (${sql.join(urgentAbuseReasons)}) then ${abuseResponseHours.urgent}::int else ${abuseResponseHours.usual}::int end`;
export const reportDueAtSql = sql<Date>`abuse_report.created_at + make_interval(hours => ${reportResponseHoursSql})`.as('due_at');

export const selectReports = (ctx: Ctx) =>
  from(ctx, 'abuse_report')
    .leftJoin('listing', 'listing.id', 'abuse_report.listing_id')
    .leftJoin('property', 'property.id', 'abuse_report.property_id')
    .leftJoin('person as agent', 'agent.id', 'abuse_report.agent_id')
    .leftJoin('person as reporter', 'reporter.id', 'abuse_report.reporter_id')
    .leftJoin('person as handler', 'handler.id', 'abuse_report.assigned_to');
export const reportColumns = [
  'abuse_report.id',
  'abuse_report.code',
  'abuse_report.target',
  'abuse_report.reason',
  'abuse_report.body',
  'abuse_report.status',
  'abuse_report.created_at',
  'abuse_report.reporter_id',
  'reporter.name as reporter_name',
  'abuse_report.assigned_to',
  'handler.name as handler_name',
  ...companyAndCountyColumns(sql`coalesce(property.company_id, agent.company_id)`, 'abuse_report.region'),
] as const;
export const reportSubjectSql = sql<string>`coalesce(listing.title, agent.name, property.name, abuse_report.code)`.as('subject');

type Row = Omit<AbuseReportSummary, 'urgent' | 'due_at' | 'reporter' | 'handler' | 'created_at' | 'company' | 'county'> &
  OptionalCompanyAndCounty & {
    due_at: Date;
    created_at: Date;
    reporter_id: number | null;
    reporter_name: string | null;
    assigned_to: number | null;
    handler_name: string | null;
  };
const who = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });
export const toAbuseRow = ({ due_at, created_at, reporter_id, reporter_name, assigned_to, handler_name, ...row }: Row): AbuseReportSummary => ({
  id: row.id,
  code: row.code,
  target: row.target,
  subject: row.subject,
  ...toOptionalCompanyAndCounty(row),
  reason: row.reason,
  body: row.body,
  status: row.status,
  urgent: urgentAbuseReasons.includes(row.reason),
  due_at: due_at.toISOString(),
  reporter: who(reporter_id, reporter_name),
  handler: who(assigned_to, handler_name),
  created_at: created_at.toISOString(),
});
