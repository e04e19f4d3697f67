import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { ExistingTenant, TenantDetails, tenantCalls } from '#contract/tenant/calls.ts';
import { tenantStatuses, tenantStatusNumbers } from '#contract/tenant/status.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { toE164 } from '#server/kernel/phone.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { containsTextSql, countTabs, orderByColumn, readPage, toPhoneDigits } from '#server/lists/list.ts';
import { knownSinceSql, selectVisibleTenants, type TenantRow, tenantNotFound, tenantSummaryColumns, toTenantSummary } from './rows.ts';

type Calls = typeof tenantCalls;
const statusOf = (number: number) => tenantStatuses.find((name) => tenantStatusNumbers[name] === number) ?? 'prospective';

function found(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let q = selectVisibleTenants(ctx);
  if (f.status) q = q.where('tenant.status', '=', statusOf(f.status));
  if (f.tag) q = q.where(sql<boolean>`tenant.tags @> array[${f.tag}]::text[]`);
  if (f.company_id) q = q.where('tenant.company_id', '=', f.company_id);
  if (f.region) q = q.where(sql<boolean>`tenant.company_id in (select c.id from company c where c.region = ${f.region})`);
  if (f.day_from) q = q.where(sql<boolean>`(${knownSinceSql()}) >= ${f.day_from}::date`);
  if (f.day_to) q = q.where(sql<boolean>`(${knownSinceSql()}) <= ${f.day_to}::date`);
  const { q: text } = f;
  if (text) {
    const digits = toPhoneDigits(text);
    q = q.where((eb) =>
      eb.or([
        containsTextSql('tenant.name', text),
        containsTextSql('tenant.email', text),
        containsTextSql('tenant.code', text),
        ...(digits === null ? [] : [containsTextSql('tenant.phone', digits)]),
      ]),
    );
  }
  return q;
}

export async function listTenants(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const { rows, count } = await readPage(found(ctx, z_filter), { page, page_size }, (q) =>
    q
      .selectAll('tenant')
      .select([...tenantSummaryColumns(ctx)])
      .orderBy(
        sort.endsWith('created_at')
          ? sql`${knownSinceSql()} ${sql.raw(sort.startsWith('-') ? 'desc' : 'asc')}`
          : orderByColumn(sort.replace(/^(-?)/, '$1tenant.')),
      )
      .orderBy('tenant.id', 'desc'),
  );
  const counts = await countTabs(
    tabs,
    () => found(ctx, { ...z_filter, status: undefined }),
    sql`array_position(${[...tenantStatuses]}::text[], tenant.status)`,
  );
  return { count, results: await withCompanyHeads(ctx, rows.map(toTenantSummary)), ...counts };
}

/** The tags in use, for the filter and the form. */
export async function listTenantTags(ctx: Ctx): Promise<HandlerResult<Calls['listTags']>> {
  const rows = await selectVisibleTenants(ctx)
    .select([sql<string>`unnest(tenant.tags)`.as('tag'), sql<number>`count(*)`.as('n')])
    .groupBy('tag')
    .orderBy('n', 'desc')
    .orderBy('tag')
    .limit(100)
    .execute();
  return { results: rows.map(({ tag }) => tag) };
}

export async function readTenantDetails(ctx: Ctx, { id: asked }: HandlerInput<Calls['details']>): Promise<TenantDetails> {
  const moved = await from(ctx, 'tenant').select('merged_into').where('tenant.id', '=', asked).executeTakeFirst();
  const id = moved?.merged_into ?? asked;
  const row = await selectVisibleTenants(ctx)
    .selectAll('tenant')
    .select([...tenantSummaryColumns(ctx)])
    .where('tenant.id', '=', id)
    .executeTakeFirst();
  if (!row) throw tenantNotFound();
  const [one = toTenantSummary(row)] = await withCompanyHeads(ctx, [toTenantSummary(row)]);
  const { companyId, grants, impersonatorId } = ctx.me;
  const works = grants.has('tenants.edit');
  return {
    ...one,
    // Only the owner's company may correct the owner's records; each company has its own notes.
    may: { edit: works && (companyId === null || companyId === row.company_id), note: works && companyId !== null && impersonatorId === null },
    same_number: await sameNumber(ctx, row),
    bookings: await getLookup('tenantBookings')(ctx, id),
    tenancies: await getLookup('tenantTenancies')(ctx, id),
    files: await getLookup('tenantFiles')(ctx, id),
    corrections: [...(await getLookup('correctedPayments')(ctx, { column: 'tenant_id', id }))],
  };
}

const shown = 'the verified phone number of an account that the caller’s company knows';
/**
 * Other records of the company with the same number, typed or verified by their account, or with a number that this record's account has verified.
 */
async function sameNumber(ctx: Ctx, { id, company_id, phone, person_id }: TenantRow): Promise<ExistingTenant[]> {
  const own = await unscopedTable(ctx.db, 'person', shown)
    .select()
    .select('phone')
    .where('id', '=', person_id)
    .where('phone_proved_at', 'is not', null)
    .executeTakeFirst();
  const rows = [];
  for (const number of new Set([phone, own?.phone ?? null]))
    rows.push(...(await findCompanyTenantsByContact(ctx, company_id, { phone: number, email: null, except: id })));
  const others = new Map(rows.filter(({ seen }) => seen).map(({ seen: _, ...one }) => [one.id, one]));
  return [...others.values()];
}

/**
 * Records of a company with a number or email, their own or that of their account. To keep the existence of accounts private, only accounts with a
 * record in the company are found.
 */
export async function findCompanyTenantsByContact(
  ctx: Ctx,
  companyId: number,
  { phone, email, except }: { phone: string | null; email: string | null; except?: number | undefined },
): Promise<(ExistingTenant & { readonly seen: boolean })[]> {
  if (phone === null && email === null) return [];
  const rows = await unscopedTable(ctx.db, 'tenant', 'a tenant is known to the company regardless of the member of staff who added them')
    .select()
    .leftJoin('person', 'person.id', 'tenant.person_id')
    .select(['tenant.id', 'tenant.code', 'tenant.name', 'tenant.status', 'tenant.created_at', 'tenant.phone', 'tenant.email'])
    .select(visibleTo('tenant', ctx.me).as('seen'))
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
  const byOf = (r: (typeof rows)[number]): ExistingTenant['by'] => {
    if (phone !== null && r.phone === phone) return 'phone';
    return email !== null && r.email?.toLowerCase() === email.toLowerCase() ? 'email' : 'account';
  };
  return rows.map((r) => ({
    id: r.id,
    code: r.code,
    name: r.name,
    status: tenantStatusNumbers[r.status],
    since: r.created_at.toISOString(),
    by: byOf(r),
    seen: r.seen,
  }));
}

export async function findExistingTenants(
  ctx: Ctx,
  { phone, email, except }: HandlerInput<Calls['findKnown']>,
): Promise<HandlerResult<Calls['findKnown']>> {
  const { companyId } = ctx.me;
  if (companyId === null) return { results: [], elsewhere: false };
  const all = await findCompanyTenantsByContact(ctx, companyId, { phone: phone ? toE164(phone) : null, email: email || null, except });
  // Records that only colleagues may see are returned without a name.
  return { results: all.filter(({ seen }) => seen).map(({ seen: _, ...one }) => one), elsewhere: all.some(({ seen }) => !seen) };
}
