import { reporters } from '#contract/abuse/kinds.ts';
import type { abuseRoom } from '#contract/abuse/room.ts';
import { companyRoles, type DashboardRole, platformRoles, userTypeOf, userTypes } from '#contract/kernel/roles.ts';
import type { EventParams } from '#contract/rooms.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { headsOf } from '#server/people/service.ts';

type AbuseEvent = keyof (typeof abuseRoom)['events'];
type Report = { readonly id: number; readonly code: string };
type Reader = { readonly id: number; readonly user_type: number };

const layoutOf = ({ user_type }: Reader, among: readonly string[]): DashboardRole | null => {
  const role = userTypeOf(user_type);
  return among.includes(role) ? (role as DashboardRole) : null;
};

/** The report itself, in the dashboard of whoever handles it. */
async function tellPlatform<E extends AbuseEvent>(ctx: Ctx, readers: readonly Reader[], event: E, { id, code }: Report, params: EventParams<E>) {
  for (const reader of readers) {
    const layout = layoutOf(reader, platformRoles);
    await tell(ctx, {
      event,
      to: { personId: reader.id },
      params,
      key: `${event}:${code}:${reader.id}:${ctx.from.requestId}`,
      ...(layout ? { page: linkTo('abuse.detail', layout, { id, code }) } : {}),
    });
  }
}

const people = (ctx: Ctx) =>
  everything(ctx.db, 'person', 'whom a report concerns is told')
    .select()
    .select(['id', 'user_type'])
    .where('is_active', '=', true)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .limit(20);

export async function tellHandler<E extends AbuseEvent>(ctx: Ctx, handler: number, event: E, report: Report, params: EventParams<E>): Promise<void> {
  await tellPlatform(ctx, await people(ctx).where('id', '=', handler).execute(), event, report, params);
}

/** Those who may decide an appeal: admins and superadmins other than who decided. */
export async function tellAppealed(ctx: Ctx, report: Report & { readonly closed_by: number | null }): Promise<void> {
  const readers = await people(ctx)
    .where('user_type', 'in', [userTypes.admin, userTypes.superadmin])
    .where('id', '<>', report.closed_by ?? 0)
    .execute();
  await tellPlatform(ctx, readers, 'abuse.appealed', report, { code: report.code });
}

/** Those who lead the reported company, with the page where they answer. */
export async function tellReported<E extends AbuseEvent>(
  ctx: Ctx,
  company: number | null,
  event: E,
  report: Report,
  params: EventParams<E>,
): Promise<void> {
  if (company === null) return;
  for (const reader of await headsOf(ctx.db, company)) {
    const layout = layoutOf(reader, companyRoles);
    await tell(ctx, {
      event,
      to: { personId: reader.id },
      params,
      key: `${event}:${report.code}:${reader.id}:${ctx.from.requestId}`,
      ...(layout ? { page: linkTo('abuse.against', layout) } : {}),
    });
  }
}

/** Whoever reported it, with the page of what they reported. */
export async function tellReporter(ctx: Ctx, reporter: number, { code }: Report, params: EventParams<'abuse.outcome'>): Promise<void> {
  const [reader] = await people(ctx).where('id', '=', reporter).execute();
  const layout = reporters.find((role) => reader && role === userTypeOf(reader.user_type));
  await tell(ctx, {
    event: 'abuse.outcome',
    to: { personId: reporter },
    params,
    key: `abuse.outcome:${code}`,
    ...(layout ? { page: linkTo('abuse.mine', layout) } : {}),
  });
}
