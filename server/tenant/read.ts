import { sql } from 'kysely';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { Known, TenantFull, tenantCalls } from '#contract/tenant/calls.ts';
import { statusNumbers, tenantStatuses } from '#contract/tenant/status.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { lookup } from '#server/kernel/lookups.ts';
import { toE164 } from '#server/kernel/phone.ts';
import { visible } from '#server/kernel/scope.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { withHeads } from '#server/lists/holder.ts';
import { byColumn, contains, pageOf, phoneDigits, tabsOf } from '#server/lists/list.ts';
import { headColumns, knownSince, missing, relations, type TenantRow, toHead } from './rows.ts';

type Calls = typeof tenantCalls;
const statusOf = (number: number) => tenantStatuses.find((name) => statusNumbers[name] === number) ?? 'prospective';

function found(ctx: Ctx, f: NonNullable<Input<Calls['all']>['z_filter']>) {
  let q = relations(ctx);
  if (f.status) q = q.where('tenant.status', '=', statusOf(f.status));
  if (f.tag) q = q.where(sql<boolean>`tenant.tags @> array[${f.tag}]::text[]`);
  if (f.company_id) q = q.where('tenant.company_id', '=', f.company_id);
  if (f.region) q = q.where(sql<boolean>`tenant.company_id in (select c.id from company c where c.region = ${f.region})`);
  if (f.day_from) q = q.where(sql<boolean>`(${knownSince()}) >= ${f.day_from}::date`);
  if (f.day_to) q = q.where(sql<boolean>`(${knownSince()}) <= ${f.day_to}::date`);
  const { q: text } = f;
  if (text) {
    const digits = phoneDigits(text);
    q = q.where((eb) =>
      eb.or([
        contains('tenant.name', text),
        contains('tenant.email', text),
        contains('tenant.code', text),
        ...(digits === null ? [] : [contains('tenant.phone', digits)]),
      ]),
    );
  }
  return q;
}

export async function all(ctx: Ctx, { page, page_size, tabs, sort, z_filter = {} }: Input<Calls['all']>): Promise<Result<Calls['all']>> {
  const { rows, count } = await pageOf(found(ctx, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('tenant')
      .select([...headColumns(ctx)])
      .orderBy(
        sort.endsWith('created_at')
          ? sql`${knownSince()} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}`
          : byColumn(sort.replace(/^(-?)/, '$1tenant.')),
      )
      .orderBy('tenant.id', 'desc'),
  );
  const counts = await tabsOf(
    tabs,
    () => found(ctx, { ...z_filter, status: undefined }),
    sql`array_position(${[...tenantStatuses]}::text[], tenant.status)`,
  );
  return { count, results: await withHeads(ctx, rows.map(toHead)), ...counts };
}

/** The words in use, for the filter and the form. */
export async function tags(ctx: Ctx): Promise<Result<Calls['tags']>> {
  const rows = await relations(ctx)
    .select([sql<string>`unnest(tenant.tags)`.as('tag'), sql<number>`count(*)`.as('n')])
    .groupBy('tag')
    .orderBy('n', 'desc')
    .orderBy('tag')
    .limit(100)
    .execute();
  return { results: rows.map(({ tag }) => tag) };
}

export async function details(ctx: Ctx, { id: asked }: Input<Calls['details']>): Promise<TenantFull> {
  const moved = await from(ctx, 'tenant').select('merged_into').where('tenant.id', '=', asked).executeTakeFirst();
  const id = moved?.merged_into ?? asked;
  const row = await relations(ctx)
    .selectAll('tenant')
    .select([...headColumns(ctx)])
    .where('tenant.id', '=', id)
    .executeTakeFirst();
  if (!row) throw missing();
  const [one = toHead(row)] = await withHeads(ctx, [toHead(row)]);
  const { companyId, grants, impersonatorId } = ctx.me;
  const works = grants.has('tenants.edit');
  return {
    ...one,
    // What an owner knows of somebody is the owner's to correct; notes each company has its own.
    may: { edit: works && (companyId === null || companyId === row.company_id), note: works && companyId !== null && impersonatorId === null },
    same_number: await sameNumber(ctx, row),
    bookings: await lookup('tenantBookings')(ctx, id),
    tenancies: await lookup('tenantTenancies')(ctx, id),
    files: await lookup('tenantFiles')(ctx, id),
  };
}

const shown = 'the number an account the caller’s company knows has shown';
/** Whoever else of the company has the number of this relation, or has shown that it is theirs; or whose number this one's account has shown. */
async function sameNumber(ctx: Ctx, { id, company_id, phone, person_id }: TenantRow): Promise<Known[]> {
  const own = await everything(ctx.db, 'person', shown)
    .select()
    .select('phone')
    .where('id', '=', person_id)
    .where('phone_proved_at', 'is not', null)
    .executeTakeFirst();
  const rows = [];
  for (const number of new Set([phone, own?.phone ?? null]))
    rows.push(...(await knownTo(ctx, company_id, { phone: number, email: null, except: id })));
  const others = new Map(rows.filter(({ seen }) => seen).map(({ seen: _, ...one }) => [one.id, one]));
  return [...others.values()];
}

/**
 * Whom a company knows by a number or an e-mail: the relation's own, or those of the account behind it. Which accounts exist is told to
 * nobody: only one the company has a relation with is found.
 */
export async function knownTo(
  ctx: Ctx,
  companyId: number,
  { phone, email, except }: { phone: string | null; email: string | null; except?: number | undefined },
): Promise<(Known & { readonly seen: boolean })[]> {
  if (phone === null && email === null) return [];
  const rows = await everything(ctx.db, 'tenant', 'whom a company knows already, whoever of its people brought them')
    .select()
    .leftJoin('person', 'person.id', 'tenant.person_id')
    .select(['tenant.id', 'tenant.code', 'tenant.name', 'tenant.status', 'tenant.created_at', 'tenant.phone', 'tenant.email'])
    .select(visible('tenant', ctx.me).as('seen'))
    .where('tenant.company_id', '=', companyId)
    .where('tenant.merged_into', 'is', null)
    .where('tenant.id', 'is distinct from', except ?? null)
    .where((eb) =>
      eb.or([
        ...(phone === null ? [] : [eb('tenant.phone', '=', phone), eb('person.phone', '=', phone)]),
        ...(email === null
          ? []
          : [sql<boolean>`lower(tenant.email) = ${email.toLowerCase()}`, sql<boolean>`lower(person.email) = ${email.toLowerCase()}`]),
      ]),
    )
    .orderBy('tenant.id')
    .limit(5)
    .execute();
  const byOf = (r: (typeof rows)[number]): Known['by'] => {
    if (phone !== null && r.phone === phone) return 'phone';
    return email !== null && r.email?.toLowerCase() === email.toLowerCase() ? 'email' : 'account';
  };
  return rows.map((r) => ({
    id: r.id,
    code: r.code,
    name: r.name,
    status: statusNumbers[r.status],
    since: r.created_at.toISOString(),
    by: byOf(r),
    seen: r.seen,
  }));
}

export async function known(ctx: Ctx, { phone, email, except }: Input<Calls['known']>): Promise<Result<Calls['known']>> {
  const { companyId } = ctx.me;
  if (companyId === null) return { results: [], elsewhere: false };
  const all = await knownTo(ctx, companyId, { phone: phone ? toE164(phone) : null, email: email || null, except });
  // Whom only colleagues see has no name here.
  return { results: all.filter(({ seen }) => seen).map(({ seen: _, ...one }) => one), elsewhere: all.some(({ seen }) => !seen) };
}
