import { sql } from 'kysely';
import { kindNames } from '#contract/inspection/labels.ts';
import { layoutOf, userTypeOf } from '#contract/kernel/roles.ts';
import type { EventName, EventParams } from '#contract/rooms.ts';
import { linkTo } from '#contract/screens.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { tell } from '#server/notification/service.ts';
import { headsOf } from '#server/people/service.ts';
import { payersOf } from '#server/tenant/service.ts';
import { answerPage } from './guest-link.ts';
import type { InspectionRow } from './rows.ts';

/** With an account, or by hand: whoever brought the tenancy knows how to reach them. */
type Member = { readonly id: number; readonly user_type: number; readonly lives?: true };
type Guest = { readonly id: null; readonly member: number; readonly phone: string | null; readonly email: string | null };
type Reader = Member | Guest;
type OfInspection = Extract<EventName, `inspection.${string}`>;
type Beside<E extends OfInspection> = Omit<EventParams<E>, 'kind' | 'place'>;
type About = Pick<InspectionRow, 'id' | 'code' | 'kind' | 'property_id' | 'unit_id' | 'revision'>;

/** Those who live there, or are about to: whoever pays and has an account. */
export async function tenantsOf(ctx: Pick<Ctx, 'db'>, tenancyId: number | null): Promise<Member[]> {
  if (tenancyId === null) return [];
  const accounts = (await payersOf(ctx.db, tenancyId)).flatMap((one) => one.person_id ?? []);
  const { rows } = await sql<Member>`/* all: who lives there is told */ select id, user_type from person
    where id = any (${accounts}::bigint[]) and is_active and closed_at is null order by id`.execute(ctx.db);
  return rows.map((row) => ({ id: Number(row.id), user_type: row.user_type }));
}

/** Those who live there and have no account; whoever was merged into somebody is that somebody. */
export async function guestsOf(ctx: Pick<Ctx, 'db'>, tenancyId: number | null): Promise<Guest[]> {
  if (tenancyId === null) return [];
  return (await payersOf(ctx.db, tenancyId))
    .filter((one) => one.person_id === null && (one.phone !== null || one.email !== null))
    .map(({ member, phone, email }) => ({ id: null, member: Number(member), phone, email }));
}
export const livingIn = async (ctx: Pick<Ctx, 'db'>, { tenancy_id }: Pick<InspectionRow, 'tenancy_id'>): Promise<Reader[]> => [
  ...(await tenantsOf(ctx, tenancy_id)).map((one) => ({ ...one, lives: true as const })),
  ...(await guestsOf(ctx, tenancy_id)),
];
const nameOf = (reader: Reader): string => (reader.id === null ? `guest-${reader.member}` : String(reader.id));
export const onceEach = (readers: readonly Reader[]): Reader[] => [...new Map(readers.map((one) => [nameOf(one), one])).values()];

async function placeName(ctx: Pick<Ctx, 'db'>, { property_id, unit_id }: About): Promise<string> {
  const { rows } = await sql<{ name: string }>`/* all: the name of the place */ select p.name || coalesce(', ' || u.name, '') as name
    from property p left join unit u on u.id = ${unit_id}::bigint where p.id = ${property_id}`.execute(ctx.db);
  return rows[0]?.name ?? '';
}

/** The page of the inspection in the reader's own dashboard. */
function pageFor({ id, code }: About, reader: Member): { page?: string } {
  const layout = layoutOf(userTypeOf(reader.user_type));
  return layout === null || layout === 'tenancy' ? {} : { page: linkTo('inspection.detail', layout, { inspection_id: id, code }) };
}

/** What leads whoever has no account to the report. */
const answered: readonly OfInspection[] = ['inspection.submitted', 'inspection.agree_by', 'inspection.settled'];
function wayTo(row: About, reader: Reader, reads: boolean) {
  // An SMS is for who lives there: what is said binds them.
  if (reader.id !== null)
    return { to: { personId: reader.id }, ...pageFor(row, reader), ...(reader.lives ? {} : { channels: ['app' as const, 'email' as const] }) };
  return {
    to: { phone: reader.phone ?? undefined, email: reader.email ?? undefined },
    // The link is theirs alone.
    ...(reads ? { secret: { page: answerPage(row.id, reader.member) } } : {}),
  };
}

export async function tellAll<E extends OfInspection>(ctx: Ctx, row: About, readers: readonly Reader[], event: E, beside: Beside<E>): Promise<void> {
  if (readers.length === 0) return;
  const place = await placeName(ctx, row);
  for (const reader of readers)
    await tell(ctx, {
      event,
      ...wayTo(row, reader, answered.includes(event)),
      // The kind by its name in the contract: the text says it in the reader's language.
      params: { kind: row.kind, place, ...beside } as unknown as EventParams<E>,
      key: `${event}:${row.id}:${row.revision}:${nameOf(reader)}`,
      subject: row.code,
    });
}

export const inspectorOf = async (ctx: Pick<Ctx, 'db'>, { inspector_id }: Pick<InspectionRow, 'inspector_id'>): Promise<Member[]> =>
  inspector_id === null
    ? []
    : everything(ctx.db, 'person', 'who is sent is told').select().select(['id', 'user_type']).where('id', '=', inspector_id).execute();

/** Who lives there and who is sent; not whoever planned it. */
export async function tellOfPlan(ctx: Ctx, row: InspectionRow): Promise<void> {
  const readers = [...(await livingIn(ctx, row)), ...(await inspectorOf(ctx, row))].filter(({ id }) => id === null || id !== ctx.me.userId);
  await tellAll(ctx, row, readers, 'inspection.scheduled', { when: row.scheduled_at.toISOString() });
}

/** Who keeps the place, and whoever looked at it; not whoever did this. */
export async function keepersOf(ctx: Ctx, row: InspectionRow): Promise<Member[]> {
  const heads = [...(await headsOf(ctx.db, row.company_id)), ...(row.agent_company_id === null ? [] : await headsOf(ctx.db, row.agent_company_id))];
  const all = [...heads, ...(await inspectorOf(ctx, row))].filter(({ id }) => id !== ctx.me.userId);
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
export const kindName = (kind: string): string => kindNames[kind as keyof typeof kindNames]?.() ?? kind;
