import type { abuseModule } from '#contract/abuse/module.ts';
import type { EventParams } from '#contract/modules.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { createNotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';

type AbuseEvent = keyof (typeof abuseModule)['events'];
type Report = { readonly id: number; readonly code: string };

/** The page of the report in the dashboard of its handler. */
const reportPage = ({ id, code }: Report) => screenPagePath('abuse.detail', { id, code });
/** Each request sends its own message. */
const keyOf = (ctx: Ctx, { code }: Report): string => `${code}:${ctx.from.requestId}`;

export async function notifyReportHandler<E extends AbuseEvent>(
  ctx: Ctx,
  handler: number,
  event: E,
  report: Report,
  params: EventParams<E>,
): Promise<void> {
  await notifyAudience(ctx, event, params, createNotificationAudience().active([handler]), { key: keyOf(ctx, report), page: reportPage(report) });
}

/** Notifies the admins and the sub admins of the county, with at most one email an hour about the same subject. */
export async function notifyReportAdmins(ctx: Ctx, report: Report, about: string, region: string | null): Promise<void> {
  const message = { key: report.code, page: reportPage(report), gather: { about: `abuse:${about}`, anHour: 1 } };
  await notifyAudience(ctx, 'abuse.new', { code: report.code }, createNotificationAudience().platform(['admin', 'subadmin'], region), message);
}

/** Notifies the people who may decide an appeal: admins and super admins, except the one who decided the report. */
export async function notifyAppealReviewers(ctx: Ctx, report: Report & { readonly closed_by: number | null }): Promise<void> {
  const to = createNotificationAudience().platform(['admin', 'superadmin']).except(report.closed_by);
  await notifyAudience(ctx, 'abuse.appealed', { code: report.code }, to, { key: keyOf(ctx, report), page: reportPage(report) });
}

/** Notifies the heads of the reported company, with the page where they answer. */
export async function notifyReportedCompany<E extends AbuseEvent>(
  ctx: Ctx,
  company: number | null,
  event: E,
  report: Report,
  params: EventParams<E>,
): Promise<void> {
  await notifyAudience(ctx, event, params, createNotificationAudience().heads(company), {
    key: keyOf(ctx, report),
    page: screenPagePath('abuse.against'),
  });
}

/** Notifies the reporter, with the page of their reports. */
export async function notifyReporter(ctx: Ctx, reporter: number, { code }: Report, params: EventParams<'abuse.outcome'>): Promise<void> {
  await notifyAudience(ctx, 'abuse.outcome', params, createNotificationAudience().person(reporter, ''), {
    key: code,
    page: screenPagePath('abuse.mine'),
  });
}
