import { sql } from 'kysely';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { readCompanyName } from '#server/people/service.ts';
import type { TenantRow } from './rows.ts';

/** Whether the record pays in a current or future tenancy; if so, the number is notified when it is removed. */
export const isPayingTenant = async (ctx: Ctx, id: number): Promise<boolean> =>
  (
    await sql<{
      pays: boolean;
    }>`/* unscoped: checks whether a tenant that the caller changes has a lease */ select ${getLookup('paysStill')(id)} as pays`.execute(ctx.db)
  ).rows[0]?.pays === true;

type Reach = Pick<TenantRow, 'phone' | 'email'>;
/** Notifies the number and the email that a record with a lease no longer has, so that their owner can object. */
export async function notifyRemovedContacts(ctx: Ctx, { id, company_id, revision }: TenantRow, before: Reach, after: Reach): Promise<void> {
  const params = { company: await readCompanyName(ctx.db, company_id) };
  const send = (to: { readonly phone: string } | { readonly email: string }, mark: string) =>
    notifyPerson(ctx, { event: 'tenant.number_gone', to, params, key: `tenant.number_gone:${id}:${revision}${mark}` });
  if (before.phone !== null && before.phone !== after.phone) await send({ phone: before.phone }, '');
  if (before.email !== null && before.email !== after.email) await send({ email: before.email }, ':email');
}

/** Notifies a user that the history of a record without an account was linked to their account. */
export async function notifyAccountLinked(ctx: Ctx, [personId, other]: readonly [number | null, TenantRow]): Promise<void> {
  if (personId === null) return;
  const params = { company: await readCompanyName(ctx.db, other.company_id), name: other.name };
  await notifyPerson(ctx, { event: 'tenant.joined', to: { personId }, params, key: `tenant.joined:${other.id}:${other.revision}` });
}
