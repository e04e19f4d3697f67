import { payingTenancyRoles, type TenancyPersonRole } from '#contract/tenancy/kinds.ts';
import type { TenancyDetails } from '#contract/tenancy/shapes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import type { TenancyPayerContact } from '../notify.ts';
import type { TenancyRow } from '../rows.ts';

export type RequestedTenancyMember = { readonly tenant_id: number; readonly role: TenancyPersonRole; readonly share_bp: number };
/** A requested change of people, which takes effect once every person asked has accepted. */
export type PeopleRequest = {
  readonly version: number;
  readonly from: string;
  readonly people: readonly RequestedTenancyMember[];
  readonly asked: readonly number[];
  readonly yes: readonly number[];
  /** Payers with an account whose leaving a document states, and the day from which it replaces their answer. */
  readonly shown?: readonly number[];
  readonly until?: string;
  readonly reason: string;
  readonly by: string | null;
  readonly at: string;
};
export const readPeopleRequest = (row: Pick<TenancyRow, 'people_ask'>): PeopleRequest | null => row.people_ask as PeopleRequest | null;

const why = 'finds current and proposed payers of a tenancy';
export const readTenantContacts = async (
  ctx: Pick<Ctx, 'db'>,
  ids: readonly number[],
): Promise<(TenancyPayerContact & { readonly name: string })[]> =>
  ids.length === 0
    ? []
    : unscopedTable(ctx.db, 'tenant', why)
        .select()
        .select(['id as tenant_id', 'person_id', 'phone', 'email', 'name'])
        .where('id', 'in', [...ids])
        .orderBy('id')
        .execute();

/** The request as shown to managers and the people asked; it is hidden from others until it takes effect. */
export async function readVisibleTenancyPeopleRequest(
  ctx: Ctx,
  row: Pick<TenancyRow, 'people_ask'>,
  manages: boolean,
): Promise<TenancyDetails['people_ask']> {
  const ask = readPeopleRequest(row);
  if (!ask) return null;
  const known = await readTenantContacts(ctx, [...new Set([...ask.asked, ...ask.people.map((one) => one.tenant_id)])]);
  const open = known.filter((one) => ask.asked.includes(one.tenant_id) && !ask.yes.includes(one.tenant_id));
  const me = open.find((one) => one.person_id !== null && one.person_id === ctx.me.userId);
  if (!manages && !known.some((one) => ask.asked.includes(one.tenant_id) && one.person_id === ctx.me.userId)) return null;
  const nameOf = (id: number) => known.find((one) => one.tenant_id === id)?.name ?? '';
  const place = me && ask.people.find((one) => one.tenant_id === me.tenant_id);
  const { version, from, reason, by, at } = ask;
  return {
    version,
    from,
    reason,
    by,
    at,
    until: ask.until ?? null,
    people: ask.people.map(({ tenant_id, role, share_bp }) => ({ name: nameOf(tenant_id), role, share_bp })),
    waits: open.map((one) => one.name),
    mine: !me ? null : place && payingTenancyRoles.includes(place.role) ? { role: place.role, share_bp: place.share_bp } : 'out',
  };
}
