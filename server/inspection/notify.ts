import { sql } from 'kysely';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import type { EventName, EventParams } from '#contract/modules.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { createNotificationAudience, type NotificationAudience, notifyAudience, screenPagePath } from '#server/notification/service.ts';
import { readPayers, type TenancyPayer } from '#server/tenancy/service.ts';
import { buildGuestAnswerPath } from './guest-link.ts';
import type { InspectionRow } from './rows.ts';

type OfInspection = Extract<EventName, `inspection.${string}`>;
type About = Pick<InspectionRow, 'id' | 'code' | 'kind' | 'property_id' | 'unit_id' | 'revision'>;
type Said = { readonly kind: string; readonly place: string };

/** Only tenants get an SMS, because the report is binding for them. */
const notTexted = { channels: ['app', 'email'] } as const;

/** Tenants of the unit without an account who have a phone number or an email address. */
export async function listInspectionGuests(ctx: Pick<Ctx, 'db'>, tenancyId: number | null): Promise<TenancyPayer[]> {
  if (tenancyId === null) return [];
  return (await readPayers(ctx.db, tenancyId)).filter((one) => one.person_id === null && (one.phone !== null || one.email !== null));
}
/** The current or next tenants of the unit. With `reads`, tenants without an account get a personal link to the report. */
export async function readInspectionTenantAudience(
  ctx: Pick<Ctx, 'db'>,
  { id, tenancy_id }: Pick<InspectionRow, 'id' | 'tenancy_id'>,
  reads = false,
): Promise<NotificationAudience> {
  const accounts = tenancy_id === null ? [] : (await readPayers(ctx.db, tenancy_id)).flatMap((one) => one.person_id ?? []);
  const guests = (await listInspectionGuests(ctx, tenancy_id)).map(({ member, phone, email }) => ({
    to: { phone: phone ?? undefined, email: email ?? undefined },
    mark: `guest-${member}`,
    ...(reads ? { link: buildGuestAnswerPath(id, member) } : {}),
  }));
  return createNotificationAudience().active(accounts).readers(guests);
}
export const buildInspectorAudience = (id: number | null): NotificationAudience =>
  createNotificationAudience().people(id === null ? [] : [id], notTexted);

/** The managers of the unit and the inspector, except the person who acts. */
export const buildManagersAndInspectorAudience = (ctx: Ctx, row: InspectionRow): NotificationAudience =>
  createNotificationAudience().managers(row, '', notTexted).and(buildInspectorAudience(row.inspector_id)).except(ctx.me.userId);

async function placeName(ctx: Pick<Ctx, 'db'>, { property_id, unit_id }: About): Promise<string> {
  const { rows } = await sql<{ name: string }>`/* unscoped: the name of the location */ select coalesce(u.name || ', ', '') || p.name as name
    from property p left join unit u on u.id = ${unit_id}::bigint where p.id = ${property_id}`.execute(ctx.db);
  return rows[0]?.name ?? '';
}

export async function notifyInspectionEvent<E extends OfInspection>(
  ctx: Pick<Ctx, 'db'>,
  row: About,
  to: NotificationAudience,
  event: E,
  beside: Omit<EventParams<E>, keyof Said>,
): Promise<void> {
  // The inspection kind by its name in the contract, which the text shows in the reader's language.
  const params = { kind: row.kind, place: await placeName(ctx, row), ...beside };
  const page = screenPagePath('inspection.detail', { inspection_id: row.id, code: row.code });
  await notifyAudience<E, Said>(ctx, event, params, to, { key: `${row.id}:${row.revision}`, subject: row.code, page });
}

/** The tenants and the inspector, except the person who planned the inspection. */
export async function notifyInspectionPlanned(ctx: Ctx, row: InspectionRow): Promise<void> {
  const to = (await readInspectionTenantAudience(ctx, row)).and(buildInspectorAudience(row.inspector_id)).except(ctx.me.userId);
  await notifyInspectionEvent(ctx, row, to, 'inspection.scheduled', { when: row.scheduled_at.toISOString() });
}
export const getInspectionKindName = (kind: string): string => inspectionKindLabels[kind as keyof typeof inspectionKindLabels]?.() ?? kind;
