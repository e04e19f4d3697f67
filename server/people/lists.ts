import { sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { companyHeadUserTypes, roleDisplayNames, toUserType, type UserTypeNumber } from '#contract/kernel/roles.ts';
import type { FamilyReadCalls, peopleCalls } from '#contract/people/calls.ts';
import { getPeopleTabField, getUserTypeOfKind, listReadableUserTypes, type PersonKindName } from '#contract/people/kinds.ts';
import { getCountyName, kenyanCounties } from '#contract/reference/counties.ts';
import { addRecordNames } from '#server/audit/service.ts';
import { type AuditChange, audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { buildCsvExportPart, formatNairobiTime, getExportPartSpan } from '#server/lists/export.ts';
import { containsTextSql, countTabs, orderByColumn, readPage, toPhoneDigits } from '#server/lists/list.ts';
import { findPerson } from './person-record.ts';
import { personSummaryColumns, toPersonSummary } from './rows.ts';

type Filters = NonNullable<HandlerInput<FamilyReadCalls['list']>['z_filter']>;
export type ListedPersonKind = PersonKindName | 'user';

const countiesLike = (text: string): string[] => kenyanCounties.filter((c) => c.name.toLowerCase().includes(text.toLowerCase())).map((c) => c.code);

export function selectPeople(ctx: Ctx, kind: ListedPersonKind, f: Filters) {
  let found = from(ctx, 'person').leftJoin('company', 'company.id', 'person.company_id');
  const types = kind === 'user' ? listReadableUserTypes(ctx.me) : [getUserTypeOfKind(kind)];
  found = found.where(sql<boolean>`person.user_type = any (${types}::int[])`);
  // A company's lists show its contacts; its own people are listed under staff.
  if (ctx.me.companyId !== null) found = found.where('person.company_id', 'is distinct from', ctx.me.companyId);
  if (f.user_type !== undefined) found = found.where('person.user_type', '=', f.user_type);
  const { name } = f;
  // One search box over the same fields as Ctrl K: name, email, code, and phone in any notation.
  if (name) {
    const digits = toPhoneDigits(name);
    found = found.where((eb) =>
      eb.or([
        containsTextSql('person.name', name),
        containsTextSql('person.email', name),
        containsTextSql('person.code', name),
        ...(digits === null ? [] : [containsTextSql('person.phone', digits)]),
      ]),
    );
  }
  if (f.email) found = found.where(containsTextSql('person.email', f.email));
  if (f.user_random_code) found = found.where(containsTextSql('person.code', f.user_random_code));
  if (f.email_verified) found = found.where('person.email_verified', '=', f.email_verified === 'true');
  if (f.is_active) found = found.where('person.is_active', '=', f.is_active === 'true');
  // Every person has this column, but the platform approves only heads of companies.
  if (f.verified_status)
    found = found.where('person.verified_status', '=', f.verified_status).where('person.user_type', 'in', companyHeadUserTypes as UserTypeNumber[]);
  if (f.company_id) found = found.where('person.company_id', '=', f.company_id);
  if (f.joined_from) found = found.where(sql<boolean>`app.day(person.created_at) >= ${f.joined_from}::date`);
  if (f.joined_to) found = found.where(sql<boolean>`app.day(person.created_at) <= ${f.joined_to}::date`);
  if (f.created_at) found = found.where(sql<boolean>`app.day(person.created_at) = ${f.created_at}`);
  if (f.location_name) {
    const codes = countiesLike(f.location_name);
    found = codes.length > 0 ? found.where('person.region', 'in', codes) : found.where(sql<boolean>`false`);
  }
  return found;
}

const states = {
  verified_status: sql`case when person.user_type = any (${companyHeadUserTypes}::int[]) then person.verified_status end`,
  is_active: sql`person.is_active`,
} as const;
const order = (sort: string) => orderByColumn(sort.replace(/^(-?)/, '$1person.'));
const columns = [...personSummaryColumns, 'company.name as company', 'company.updated_at as company_changed'] as const;

export async function listPeople(
  ctx: Ctx,
  kind: ListedPersonKind,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<FamilyReadCalls['list']>,
): Promise<HandlerResult<FamilyReadCalls['list']>> {
  const { rows, count } = await readPage(selectPeople(ctx, kind, z_filter), { page, page_size }, (q) =>
    q
      .select([...columns])
      .orderBy(order(sort))
      .orderBy('person.id', 'desc'),
  );
  const counts = await countTabs(
    tabs,
    () => selectPeople(ctx, kind, { ...z_filter, [getPeopleTabField(kind)]: undefined }),
    states[getPeopleTabField(kind)],
  );
  return { count, results: rows.map(toPersonSummary), ...counts };
}

/** An export of personal data is logged with the exporting person, the number of rows and the list. */
export async function exportPeopleCsv(
  ctx: Ctx,
  kind: ListedPersonKind,
  { sort, z_filter = {}, part }: HandlerInput<FamilyReadCalls['csv']>,
): Promise<HandlerResult<FamilyReadCalls['csv']>> {
  const { limit, offset } = getExportPartSpan(part);
  const rows = await selectPeople(ctx, kind, z_filter)
    .select([...columns])
    .orderBy(order(sort))
    .orderBy('person.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const table = rows.map((r) => ({
    code: r.code,
    name: r.name,
    email: r.email,
    phone: r.phone,
    user_type: roleDisplayNames[toUserType(r.user_type)],
    company: r.company,
    county: getCountyName(r.region),
    verified_status: r.verified_status,
    email_verified: r.email_verified,
    is_active: r.is_active,
    created_at: formatNairobiTime(r.created_at),
    last_sign_in_at: formatNairobiTime(r.last_sign_in_at),
  }));
  const taken = buildCsvExportPart(`${kind}s.csv`, table, part);
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'account', id: null, reason: `exported ${taken.count} rows (${kind})` });
  return taken;
}

type History = (typeof peopleCalls)['history'];

/** The log of one account, visible to everyone who may see the account; the log pages have their own scope. */
export async function readAccountHistory(ctx: Ctx, { user_id, page, page_size }: HandlerInput<History>): Promise<HandlerResult<History>> {
  const person = await findPerson(ctx, { id: user_id, types: listReadableUserTypes(ctx.me) });
  const found = unscopedTable(ctx.db, 'audit_log', 'the history of a person the caller sees')
    .select()
    .leftJoin('person', 'person.id', 'audit_log.actor_id')
    .where('audit_log.document', 'in', ['account', 'session'])
    .where('audit_log.record_id', '=', person.id);
  const { rows, count } = await readPage(found, { page, page_size }, (q) =>
    q
      .select(['audit_log.id', 'audit_log.at', 'audit_log.kind', 'audit_log.document', 'audit_log.diff', 'audit_log.reason', 'person.name as actor'])
      .orderBy('audit_log.id', 'desc'),
  );
  const changes = await addRecordNames(
    ctx,
    rows.map(({ document, diff }) => ({ document, changes: diff as AuditChange[] })),
  );
  return { count, results: rows.map(({ at, diff, ...row }, n) => ({ ...row, at: at.toISOString(), changes: changes[n] ?? [] })) };
}
