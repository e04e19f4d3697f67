import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { TenantDetails, tenantCalls } from '#contract/tenant/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { mergeContactsBefore } from './contacts-before.ts';
import { isPayingTenant, notifyAccountLinked, notifyRemovedContacts } from './notify.ts';
import { readTenantDetails } from './read.ts';
import { selectVisibleTenants, type TenantRow, tenantNotFound, toTenantAuditValues } from './rows.ts';
import { lockTenantForChange } from './write.ts';

type Calls = typeof tenantCalls;

/** Two accounts, or two people in one lease, are different people even with the same name. */
async function problemOf(ctx: Ctx, one: TenantRow, other: TenantRow): Promise<Sentence | null> {
  if (one.id === other.id || one.company_id !== other.company_id) return m.tenant_refusal_merge_self();
  if (one.person_id !== null && other.person_id !== null) return m.tenant_refusal_merge_accounts({ name: one.name, other: other.name });
  const shared = await getLookup('sharedTenancy')(ctx.db, one.id, other.id);
  if (shared !== undefined) return m.tenant_refusal_merge_same({ code: shared });
  const [has, without] = one.person_id === null ? [other, one] : [one, other];
  if (has.person_id === null || !(await wouldTakeOver(ctx, has.person_id, without))) return null;
  return m.tenant_refusal_merge_proof({ name: without.name, other: has.name });
}

/**
 * The record has bookings or tenancies that an account would take over, but the account has not verified the number or email the company has for it.
 */
async function wouldTakeOver(ctx: Ctx, personId: number, { id, phone, email }: TenantRow): Promise<boolean> {
  const { rows } = await sql`/* unscoped: records related to a tenant that the caller sees, and documents the account has shown */ select 1 from (
      ${getLookup('placesOfTenant')(id)} union all ${getLookup('bookingsOfTenant')(id)} union all ${getLookup('partiesOfTenant')(id)}) held
    where not exists (select 1 from person where id = ${personId} and (
      (phone = ${phone} and phone_proved_at is not null) or (lower(email) = lower(${email}) and email_verified))) limit 1`.execute(ctx.db);
  return rows.length > 0;
}

export async function previewTenantMerge(ctx: Ctx, { id, into }: HandlerInput<Calls['previewMerge']>): Promise<HandlerResult<Calls['previewMerge']>> {
  const [one, other] = [id, into].map((wanted) => selectVisibleTenants(ctx).selectAll('tenant').where('tenant.id', '=', wanted).executeTakeFirst());
  const [a, b] = [await one, await other];
  if (!a || !b) throw tenantNotFound();
  const { rows } = await sql<{ bookings: number; tenancies: number }>`/* unscoped: counts of a single tenant that the caller sees */
    select (select count(*) from ${getLookup('bookingsOfTenant')(id)} b)::int as bookings, (select count(*) from ${getLookup('placesOfTenant')(id)} p)::int as tenancies`.execute(
    ctx.db,
  );
  const notes = await from(ctx, 'tenant_note').select(sql<number>`count(*)::int`.as('n')).where('tenant_id', '=', id).executeTakeFirstOrThrow();
  const problem = await problemOf(ctx, a, b);
  const gone = problem === null && a.phone !== null && a.phone !== (b.phone ?? a.phone) && (await isPayingTenant(ctx, a.id)) ? a.phone : null;
  return { bookings: rows[0]?.bookings ?? 0, tenancies: rows[0]?.tenancies ?? 0, notes: notes.n, problem, number_gone: gone };
}

/**
 * Bookings and tenancies come before the tenant record in the lock order, because deciding on a booking or changing a lease locks that first and the
 * tenant record second.
 */
async function holdRecords(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await getLookup('holdBookingsOf')(ctx.db, ids);
  await getLookup('holdTenanciesOf')(ctx.db, ids);
  await getLookup('holdAgreementsOf')(ctx.db, ids);
}

/**
 * The second record stays and takes over the account, the number (where it has none), the tags and the notes of the first. Modules above update
 * their references on the merge event. Both records are locked in id order, so that concurrent merges run one after the other.
 */
export async function mergeTenants(ctx: Ctx, { id, into }: HandlerInput<Calls['merge']>): Promise<TenantDetails> {
  const seen = await selectVisibleTenants(ctx).select('tenant.id').where('tenant.id', 'in', [id, into]).execute();
  await holdRecords(
    ctx,
    seen.map((one) => one.id),
  );
  const [lower, upper] = id < into ? [id, into] : [into, id];
  const first = await lockTenantForChange(ctx, lower);
  const second = lower === upper ? first : await lockTenantForChange(ctx, upper);
  const [gone, kept] = id === first.id ? [first, second] : [second, first];
  const problem = await problemOf(ctx, gone, kept);
  if (problem) throw new Refusal('conflict', problem);
  const now = clock.now();
  // This is read before the references to the merged record are moved below.
  const paid = await isPayingTenant(ctx, gone.id);
  const after = {
    name: kept.name,
    phone: kept.phone ?? gone.phone,
    email: kept.email ?? gone.email,
    tags: [...new Set([...kept.tags, ...gone.tags])],
  };
  await change(ctx, 'tenant').set({ merged_into: into, updated_at: now }).where('id', '=', id).$call(oneRow);
  const why = 'tenants merged earlier into this one follow it';
  await unscopedTable(ctx.db, 'tenant', why).change().set({ merged_into: into }).where('merged_into', '=', id).execute();
  await change(ctx, 'tenant')
    // The contact of the merged record is compared too, because a merge replaces it for its tenancies.
    .set({
      ...after,
      contacts_before: mergeContactsBefore(gone, kept, after),
      person_id: kept.person_id ?? gone.person_id,
      revision: kept.revision + 1,
      updated_at: now,
    })
    .where('id', '=', into)
    .$call(oneRow);
  await unscopedTable(ctx.db, 'tenant_note', 'notes of every company follow the person whom they describe')
    .change()
    .set({ tenant_id: into })
    .where('tenant_id', '=', id)
    .execute();
  await publishEvent(ctx, 'tenant.merged', { from: id, into });
  await publishEvent(ctx, 'tenant.facts', { tenantId: into });
  if (paid) await notifyRemovedContacts(ctx, kept, gone, after);
  if (gone.person_id !== kept.person_id) await notifyAccountLinked(ctx, kept.person_id === null ? [gone.person_id, kept] : [kept.person_id, gone]);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'tenants',
    id: into,
    code: kept.code,
    before: toTenantAuditValues(kept),
    after,
    reason: 'merged with its twin',
  });
  return readTenantDetails(ctx, { id: into });
}
