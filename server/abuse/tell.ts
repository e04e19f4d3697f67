import type { abuseRoom } from '#contract/abuse/room.ts';
import type { EventParams } from '#contract/rooms.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { audience, notify, screenPage } from '#server/notification/service.ts';

type AbuseEvent = keyof (typeof abuseRoom)['events'];
type Report = { readonly id: number; readonly code: string };

/** The report itself, in the dashboard of its handler. */
const reportPage = ({ id, code }: Report) => screenPage('abuse.detail', { id, code });
/** Each request is a message of its own. */
const keyOf = (ctx: Ctx, { code }: Report): string => `${code}:${ctx.from.requestId}`;

export async function tellHandler<E extends AbuseEvent>(ctx: Ctx, handler: number, event: E, report: Report, params: EventParams<E>): Promise<void> {
  await notify(ctx, event, params, audience().active([handler]), { key: keyOf(ctx, report), page: reportPage(report) });
}

/** The admins, and the subadmins of the county; one mail an hour about the same subject. */
export async function tellAdmins(ctx: Ctx, report: Report, about: string, region: string | null): Promise<void> {
  const message = { key: report.code, page: reportPage(report), gather: { about: `abuse:${about}`, anHour: 1 } };
  await notify(ctx, 'abuse.new', { code: report.code }, audience().platform(['admin', 'subadmin'], region), message);
}

/** Those who may decide an appeal: admins and superadmins, except the one who decided the report. */
export async function tellAppealed(ctx: Ctx, report: Report & { readonly closed_by: number | null }): Promise<void> {
  const to = audience().platform(['admin', 'superadmin']).except(report.closed_by);
  await notify(ctx, 'abuse.appealed', { code: report.code }, to, { key: keyOf(ctx, report), page: reportPage(report) });
}

/** The heads of the reported company, with the page where they answer. */
export async function tellReported<E extends AbuseEvent>(
  ctx: Ctx,
  company: number | null,
  event: E,
  report: Report,
  params: EventParams<E>,
): Promise<void> {
  await notify(ctx, event, params, audience().heads(company), { key: keyOf(ctx, report), page: screenPage('abuse.against') });
}

/** The reporter, with the page of their reports. */
export async function tellReporter(ctx: Ctx, reporter: number, { code }: Report, params: EventParams<'abuse.outcome'>): Promise<void> {
  await notify(ctx, 'abuse.outcome', params, audience().person(reporter, ''), { key: code, page: screenPage('abuse.mine') });
}
