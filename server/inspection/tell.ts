import { sql } from 'kysely';
import { kindNames } from '#contract/inspection/words.ts';
import type { EventName, EventParams } from '#contract/rooms.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { headsOf } from '#server/people/service.ts';
import type { InspectionRow } from './rows.ts';

type Reader = { readonly id: number; readonly user_type: number };
type OfInspection = Extract<EventName, `inspection.${string}`>;
type Beside<E extends OfInspection> = Omit<EventParams<E>, 'kind' | 'place'>;
type About = Pick<InspectionRow, 'id' | 'code' | 'kind' | 'property_id' | 'unit_id' | 'revision'>;

/** Those who live there, or are about to: whoever pays and has an account. */
export async function tenantsOf(ctx: Pick<Ctx, 'db'>, tenancyId: number | null): Promise<Reader[]> {
  if (tenancyId === null) return [];
  const { rows } = await sql<Reader>`/* all: who lives there is told */ select p.id, p.user_type from tenancy_person tp
    join tenant t on t.id = tp.tenant_id join person p on p.id = t.person_id
    where tp.tenancy_id = ${tenancyId} and tp.role in ('lead', 'co_tenant') and tp.until is null and p.is_active and p.closed_at is null order by p.id`.execute(
    ctx.db,
  );
  return rows.map((row) => ({ id: Number(row.id), user_type: row.user_type }));
}

async function placeName(ctx: Pick<Ctx, 'db'>, { property_id, unit_id }: About): Promise<string> {
  const { rows } = await sql<{ name: string }>`/* all: the name of the place */ select p.name || coalesce(', ' || u.name, '') as name
    from property p left join unit u on u.id = ${unit_id}::bigint where p.id = ${property_id}`.execute(ctx.db);
  return rows[0]?.name ?? '';
}

export async function tellAll<E extends OfInspection>(ctx: Ctx, row: About, readers: readonly Reader[], event: E, beside: Beside<E>): Promise<void> {
  if (readers.length === 0) return;
  const place = await placeName(ctx, row);
  for (const reader of readers)
    await tell(ctx, {
      event,
      to: { personId: reader.id },
      // The kind by its name in the contract: the text says it in the reader's language.
      params: { kind: row.kind, place, ...beside } as unknown as EventParams<E>,
      key: `${event}:${row.id}:${row.revision}:${reader.id}`,
      subject: row.code,
    });
}

const inspectorOf = async (ctx: Pick<Ctx, 'db'>, { inspector_id }: Pick<InspectionRow, 'inspector_id'>): Promise<Reader[]> =>
  inspector_id === null
    ? []
    : everything(ctx.db, 'person', 'who is sent is told').select().select(['id', 'user_type']).where('id', '=', inspector_id).execute();

/** Who lives there and who is sent; not whoever planned it. */
export async function tellOfPlan(ctx: Ctx, row: InspectionRow): Promise<void> {
  const readers = [...(await tenantsOf(ctx, row.tenancy_id)), ...(await inspectorOf(ctx, row))].filter(({ id }) => id !== ctx.me.userId);
  await tellAll(ctx, row, readers, 'inspection.scheduled', { when: row.scheduled_at.toISOString() });
}

/** Who keeps the place, and whoever looked at it; not whoever did this. */
export async function keepersOf(ctx: Ctx, row: InspectionRow): Promise<Reader[]> {
  const heads = [...(await headsOf(ctx.db, row.company_id)), ...(row.agent_company_id === null ? [] : await headsOf(ctx.db, row.agent_company_id))];
  const all = [...heads, ...(await inspectorOf(ctx, row))].filter(({ id }) => id !== ctx.me.userId);
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
export const kindName = (kind: string): string => kindNames[kind as keyof typeof kindNames]?.() ?? kind;
