import type { AbuseReportDetails } from '#contract/abuse/calls.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { from } from '#server/kernel/scoped.ts';
import { abuseReportNotFound, reportSubjectSql, selectReports } from './rows.ts';

/** Other reports about the company, as far as the caller may see them. */
export async function readReportsAboutCompany(ctx: Ctx, id: number, company: number | null): Promise<AbuseReportDetails['history']> {
  if (company === null) return { count: 0, upheld: 0, results: [] };
  const query = selectReports(ctx)
    .where('abuse_report.id', '<>', id)
    .where((eb) => eb.or([eb('property.company_id', '=', company), eb('agent.company_id', '=', company)]));
  const sums = await query
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('abuse_report.outcome', 'in', ['upheld', 'partly']).as('upheld'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await query
    .select(['abuse_report.id', 'abuse_report.code', 'abuse_report.reason', 'abuse_report.status', 'abuse_report.outcome', reportSubjectSql])
    .select('abuse_report.created_at')
    .orderBy('abuse_report.id', 'desc')
    .limit(10)
    .execute();
  return { ...sums, results: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) };
}

/** The company a report is about. A review has none: it is its author's own statement. */
export async function findReportedCompany(ctx: Ctx, id: number): Promise<number | null> {
  const row = await selectReports(ctx)
    .select(['target', 'property.company_id', 'agent.company_id as agents'])
    .where('abuse_report.id', '=', id)
    .executeTakeFirstOrThrow();
  return row.target === 'review' ? null : (row.company_id ?? row.agents);
}

/** People who see this report and have the permission to decide it: admins everywhere, a sub admin in their own county. */
export async function listEligibleReportHandlers(ctx: Ctx, report: number, one?: number) {
  const { region } = await from(ctx, 'abuse_report').select('region').where('id', '=', report).executeTakeFirstOrThrow(abuseReportNotFound);
  let query = from(ctx, 'person:colleague')
    .select(['id', 'name'])
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('user_type', 'in', [userTypes.admin, userTypes.superadmin]),
        ...(region === null ? [] : [eb.and([eb('user_type', '=', userTypes.subadmin), eb('region', '=', region)])]),
      ]),
    )
    .orderBy('name')
    .limit(50);
  if (one !== undefined) query = query.where('id', '=', one);
  const able: { id: number; name: string }[] = [];
  for (const person of await query.execute()) if ((await readMe(ctx.db, person.id))?.grants.has('abuse_reports.edit')) able.push(person);
  return able;
}
