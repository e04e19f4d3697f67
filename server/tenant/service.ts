import { sql } from 'kysely';
import { nameKey } from '#contract/property/pattern.ts';
import { sameName } from '#contract/tenant/same-name.ts';
import { type TenantStatus, tenantStatus } from '#contract/tenant/status.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { visible } from '#server/kernel/scope.ts';
import { add, everything, oneRow } from '#server/kernel/scoped.ts';
import { itself, systemRows } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';

export type Somebody = { readonly personId: number | null; readonly name: string; readonly phone: string | null; readonly email: string | null };

const why = 'the one relation of a company to somebody, whoever of its people brought it about';

/** A relation's number is its person's, who has shown that it is. */
const shown = sql<boolean>`exists (select 1 from person p where p.id = tenant.person_id and p.phone = tenant.phone and p.phone_proved_at is not null)`;

async function hasShown(ctx: Ctx, personId: number, phone: string): Promise<boolean> {
  const row = await everything(ctx.db, 'person', 'whether a number is its person’s')
    .select()
    .select('id')
    .where('id', '=', personId)
    .where('phone', '=', phone)
    .where('phone_proved_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * A company's relation to somebody: found by account, then by number, made where there is none. Somebody known by number alone who now has
 * an account keeps their history, once they have shown that the number is theirs and have a name in common with whom it is written down for:
 * anybody can write down another's, and a digit is soon mistyped.
 */
export async function relate(ctx: Ctx, companyId: number, { personId, name, phone, email }: Somebody): Promise<number> {
  // What a manager writes down of somebody without an account is what the company knows them by.
  const counts = phone !== null && (personId === null || (await hasShown(ctx, personId, phone)));
  const known = await systemRows(ctx.db, 'tenant', why)
    .select(['id', 'person_id', 'name'])
    .where('company_id', '=', companyId)
    .where('merged_into', 'is', null)
    .where((eb) =>
      eb.or([
        ...(personId === null ? [] : [eb('person_id', '=', personId)]),
        ...(counts
          ? [eb.and([eb('phone', '=', phone), personId === null ? eb.or([eb('person_id', 'is', null), shown]) : eb('person_id', 'is', null)])]
          : []),
        sql<boolean>`false`,
      ]),
    )
    .orderBy('person_id', (o) => o.asc().nullsLast())
    .forUpdate()
    .executeTakeFirst();
  // Found by number: under another name it is somebody else, until who manages their homes joins the two. Numbers are mistyped, shared and passed on.
  const other = known && known.person_id !== personId && (known.person_id !== null || personId !== null) && !sameName(known.name, name);
  if (known && !other) {
    if (known.person_id === null && personId !== null)
      await itself(ctx.db, 'tenant', known).change().set({ person_id: personId, updated_at: clock.now() }).$call(oneRow);
    return known.id;
  }
  const values = { company_id: companyId, person_id: personId, name, phone: other ? null : phone, email, created_by: ctx.me.userId };
  const row = await add(ctx, 'tenant')
    .values(values)
    // Two at once: the one that came second takes the first one's.
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (row) return row.id;
  // A number that is known to be another's is left out.
  if (phone !== null && personId !== null && !(counts && (await gaveWay(ctx, companyId, phone)))) {
    const again = await add(ctx, 'tenant')
      .values({ ...values, phone: null })
      .onConflict((oc) => oc.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (again) return again.id;
  }
  if (personId === null && phone !== null) await gaveWay(ctx, companyId, phone);
  return relate(ctx, companyId, { personId, name, phone, email });
}

/**
 * What somebody typed of people they do not know yet: a number the company knows under another name is somebody else, who would otherwise get
 * the lease in place of whom it was written for. Whose it is is told to who may know.
 */
export async function refuseOthersNumbers(ctx: Ctx, companyId: number, people: readonly Somebody[]): Promise<void> {
  for (const { name, phone } of people) {
    if (phone === null) continue;
    const known = await everything(ctx.db, 'tenant', 'whom a company knows by a number it wrote down itself')
      .select()
      .select(['name', visible('tenant', ctx.me).as('seen')])
      .where('company_id', '=', companyId)
      .where('merged_into', 'is', null)
      .where('phone', '=', phone)
      .where((eb) => eb.or([eb('person_id', 'is', null), shown]))
      .executeTakeFirst();
    if (known && nameKey(known.name) !== nameKey(name))
      throw invalid({
        people:
          known.seen && ctx.me.grants.has('tenants.read') ? m.tenant_problem_known_as({ phone, name: known.name }) : m.tenant_problem_known_other(),
      });
  }
}

/** Whoever only said that the number is theirs gives way to whom it is known to be. */
async function gaveWay(ctx: Ctx, companyId: number, phone: string): Promise<boolean> {
  const { numUpdatedRows } = await everything(ctx.db, 'tenant', why)
    .change()
    .set({ phone: null, updated_at: clock.now() })
    .where('company_id', '=', companyId)
    .where('phone', '=', phone)
    .where('merged_into', 'is', null)
    .where('person_id', 'is not', null)
    .where(sql<boolean>`not ${shown}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Somebody who was brought by mistake and of whom nothing is left; whoever was known before, or is by anything else, stays. */
export async function unrelate(ctx: Ctx, tenantId: number, since: Date): Promise<void> {
  await sql`/* all: a relation that was brought by a sheet that is taken back */ delete from tenant where id = ${tenantId} and person_id is null
    and created_at >= ${since} and revision = 1 and tags = '{}' and not exists ${lookup('placesOfTenant')(tenantId)}
    and not exists ${lookup('bookingsOfTenant')(tenantId)} and not exists ${lookup('partiesOfTenant')(tenantId)}
    and not exists (select 1 from tenant_note where tenant_id = ${tenantId}) and not exists (select 1 from tenant n where n.merged_into = ${tenantId})`.execute(
    ctx.db,
  );
}

/** What somebody is to a company follows from what is there between them (contract/tenant/status.ts), and is written by nobody else. */
export async function followFacts(ctx: Ctx, { tenantId }: { readonly tenantId: number }): Promise<void> {
  const [paysIn, hasBooking, tenant] = [lookup('paysIn'), lookup('hasBooking'), sql.ref('tenant.id')];
  const { rows } = await sql<{ status: TenantStatus; lives: boolean; comes: boolean; asks: boolean; lived: boolean; declined: boolean }>`
    /* all: the facts of one relation */ select tenant.status,
      ${paysIn(tenant, ['active', 'expired'])} as lives,
      ${paysIn(tenant, ['pending'])} or ${hasBooking(tenant, ['await_payment', 'confirmed'])} as comes,
      ${hasBooking(tenant, ['await_screening'])} as asks,
      ${lookup('paidToTheEnd')(tenant)} as lived,
      ${hasBooking(tenant, ['declined'])} as declined
    from tenant where id = ${tenantId} for no key update`.execute(ctx.db);
  const [facts] = rows;
  if (!facts) return;
  const status = tenantStatus({
    livesThere: facts.lives,
    comes: facts.comes,
    asks: facts.asks,
    livedThere: facts.lived,
    wasDeclined: facts.declined,
  });
  if (status !== facts.status)
    await everything(ctx.db, 'tenant', why).change().set({ status, updated_at: clock.now() }).where('id', '=', tenantId).$call(oneRow);
}
