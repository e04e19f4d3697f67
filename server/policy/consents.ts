import { type ExpressionBuilder, sql } from 'kysely';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { roleDisplayNames, toUserType, userTypes } from '#contract/kernel/roles.ts';
import type { policyCalls } from '#contract/policy/calls.ts';
import type { ConsentMethod } from '#contract/policy/kinds.ts';
import { consentMethodLabels } from '#contract/policy/labels.ts';
import type { OutstandingPolicy } from '#contract/policy/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import type { DB } from '#server/db/types.gen.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { buildCsvExportPart, formatNairobiTime, getExportPartSpan } from '#server/lists/export.ts';
import { containsTextSql, readPage } from '#server/lists/list.ts';
import { m } from '#words/messages.js';

type Calls = typeof policyCalls;

/** Signed-in users see the policies of their own user type; visitors, and tenants inside a tenancy, see those for tenants. */
export const getPolicyMenuUserType = (userType: number | null): number =>
  userType === null || userType === userTypes.tenancy ? userTypes.tenant : userType;
/** The SQL condition for a policy that applies to a person, by the same rule. */
export const policyAppliesToPersonSql = sql<boolean>`policy.user_type = case when person.user_type = ${userTypes.tenancy} then ${userTypes.tenant} else person.user_type end
  and person.is_active and not person.onboarding and person.closed_at is null`;

/** The latest published version, in force or announced. */
const latest = sql<number>`coalesce((select max(v.version) from policy_version v where v.policy_id = policy.id and v.published_at is not null), policy.version)`;
const agreedTo = (eb: ExpressionBuilder<DB, 'policy'>, person: unknown, version: unknown) =>
  sql<boolean>`exists (select 1 from policy_consent c where c.policy_id = ${eb.ref('policy.id')} and c.person_id = ${person} and c.version >= ${version})`;

/** Policies the caller must still agree to. Consent to a later version covers the earlier ones. */
export async function readOutstandingPolicies(ctx: Pick<Ctx, 'db' | 'me'>): Promise<OutstandingPolicy[]> {
  const me = ctx.me.userId;
  // New users agree during onboarding.
  if (ctx.me.onboarding) return [];
  return from(ctx, 'policy')
    .leftJoin('policy_version as next', (join) => join.onRef('next.policy_id', '=', 'policy.id').on('next.version', '=', latest))
    .select(['policy.id', 'policy.slug'])
    .select((eb) => [
      eb.fn.coalesce('next.title', 'policy.title').as('title'),
      eb.fn.coalesce('next.title_sw', 'policy.title_sw').as('title_sw'),
      latest.as('version'),
      eb.fn.coalesce('next.summary', eb.val('')).as('summary'),
      eb.fn.coalesce('next.summary_sw', eb.val('')).as('summary_sw'),
      eb.fn.coalesce('next.effective_from', 'policy.effective_from').as('effective_from'),
      sql<boolean>`policy.effective_from <= ${clock.today()}::date and not ${agreedTo(eb, me, sql`policy.version`)}`.as('binding'),
    ])
    .where('policy.status', '=', 'published')
    .where('policy.requires_consent', '=', true)
    .where('policy.user_type', '=', getPolicyMenuUserType(ctx.me.userType))
    .where((eb) => eb.not(agreedTo(eb, me, latest)))
    .orderBy('binding', 'desc')
    .orderBy('title')
    .execute();
}

export const listOutstandingPolicies = async (ctx: Ctx): Promise<HandlerResult<Calls['listOutstanding']>> => ({
  results: await readOutstandingPolicies(ctx),
});

export async function recordOwnConsent(ctx: Ctx, { id, version }: HandlerInput<Calls['consent']>): Promise<HandlerResult<Calls['consent']>> {
  const policy = await from(ctx, 'policy')
    .select(['policy.slug', 'policy.version', latest.as('latest')])
    .where('policy.id', '=', id)
    .where('policy.status', '=', 'published')
    .executeTakeFirst();
  if (!policy) throw new Refusal('notFound', sentence('itemNotFound'));
  // Consent is only valid for the version the person read: an older or unpublished version must be read again.
  if (version !== policy.version && version !== policy.latest) throw new Refusal('conflict', m.policy_refusal_other_version());
  await recordConsents(ctx, [{ id, slug: policy.slug, version }], 'signed_in');
  return { id, version };
}

/** Stores the caller's consents; a second consent to the same version changes nothing. */
export async function recordConsents(
  ctx: Ctx,
  policies: readonly { id: number; slug: string; version: number }[],
  how: ConsentMethod,
): Promise<void> {
  for (const { id, slug, version } of policies) {
    await add(ctx, 'policy_consent')
      .values({ person_id: requireSignedIn(ctx).userId, policy_id: id, version, ip: ctx.from.ip, how })
      .onConflict((oc) => oc.columns(['person_id', 'policy_id', 'version']).doNothing())
      .execute();
    await audit(ctx.db, ctx, { kind: 'add', document: 'policies', id, code: slug, after: { consent: version }, reason: 'agreed' });
  }
}

/** The published policies that a user type must agree to. */
export const selectPoliciesToAgree = (ctx: Ctx, userType: number) =>
  from(ctx, 'policy')
    .select(['id', 'slug', 'version', 'title', 'title_sw', 'body', 'body_sw'])
    .where('status', '=', 'published')
    .where('requires_consent', '=', true)
    .where('user_type', '=', userType)
    .orderBy('title')
    .execute();

type Filters = NonNullable<HandlerInput<Calls['listConsents']>['z_filter']>;

/** The consents given. The user type is the current one; version and date are those of the consent. */
function agreed(ctx: Ctx, f: Filters) {
  let found = from(ctx, 'policy_consent:all')
    .innerJoin('policy', 'policy.id', 'policy_consent.policy_id')
    .innerJoin('person', 'person.id', 'policy_consent.person_id');
  if (f.policy_id) found = found.where('policy_consent.policy_id', '=', f.policy_id);
  if (f.version) found = found.where('policy_consent.version', '=', f.version);
  if (f.user_type !== undefined) found = found.where('person.user_type', '=', f.user_type);
  if (f.person) found = found.where((eb) => eb.or([containsTextSql('person.name', f.person ?? ''), containsTextSql('person.code', f.person ?? '')]));
  return found;
}

/** People a policy applies to who have not agreed to its latest version. */
function unasked(ctx: Ctx, f: Filters) {
  let found = from(ctx, 'policy')
    .innerJoin('person', (join) => join.on(policyAppliesToPersonSql))
    .where('policy.status', '=', 'published')
    .where('policy.requires_consent', '=', true)
    .where((eb) => eb.not(agreedTo(eb as never, sql`person.id`, latest)));
  if (f.policy_id) found = found.where('policy.id', '=', f.policy_id);
  if (f.version) found = found.where(latest, '=', f.version);
  if (f.user_type !== undefined) found = found.where('person.user_type', '=', f.user_type);
  if (f.person) found = found.where((eb) => eb.or([containsTextSql('person.name', f.person ?? ''), containsTextSql('person.code', f.person ?? '')]));
  return found;
}

const who = [
  'person.id as person_id',
  'person.name as person',
  'person.code',
  'person.user_type',
  'policy.id as policy_id',
  'policy.slug',
  'policy.title',
] as const;
const agreedRows = (ctx: Ctx, f: Filters) => ({
  found: agreed(ctx, f),
  shape: (q: ReturnType<typeof agreed>) =>
    q
      .select([...who])
      .select(['policy_consent.id', 'policy_consent.version', 'policy_consent.at', 'policy_consent.how'])
      .orderBy('policy_consent.id', 'desc'),
});
/** A missing consent has no id: this negative number from policy and person is unique in the list. */
const between = sql<number>`-(policy.id * 1000000000 + person.id)`;
const unaskedRows = (ctx: Ctx, f: Filters) => ({
  found: unasked(ctx, f),
  shape: (q: ReturnType<typeof unasked>) =>
    q
      .select([...who])
      .select([between.as('id'), latest.as('version'), sql<Date | null>`null::timestamptz`.as('at'), sql<ConsentMethod | null>`null`.as('how')])
      .orderBy('person.id')
      .orderBy('policy.id'),
});

export async function listConsents(
  ctx: Ctx,
  { page, page_size, z_filter: f = {} }: HandlerInput<Calls['listConsents']>,
): Promise<HandlerResult<Calls['listConsents']>> {
  const size = { page, page_size };
  const { rows, count } =
    f.state === 'outstanding'
      ? await readPage(unasked(ctx, f), size, unaskedRows(ctx, f).shape)
      : await readPage(agreed(ctx, f), size, agreedRows(ctx, f).shape);
  return { count, results: rows.map((row) => ({ ...row, at: row.at?.toISOString() ?? null })) };
}

export async function exportConsentsCsv(
  ctx: Ctx,
  { z_filter: f = {}, part }: HandlerInput<Calls['consentsCsv']>,
): Promise<HandlerResult<Calls['consentsCsv']>> {
  const { limit, offset } = getExportPartSpan(part);
  const { found, shape } = agreedRows(ctx, f);
  const open = unaskedRows(ctx, f);
  const rows =
    f.state === 'outstanding'
      ? await open.shape(open.found).limit(limit).offset(offset).execute()
      : await shape(found).limit(limit).offset(offset).execute();
  const table = rows.map((row) => ({
    code: row.code,
    name: row.person,
    user_type: roleDisplayNames[toUserType(row.user_type)],
    policy: row.title,
    version: row.version,
    agreed_at: formatNairobiTime(row.at),
    how: row.how && consentMethodLabels[row.how](),
  }));
  const taken = buildCsvExportPart('consents.csv', table, part);
  await audit(ctx.db, ctx, { kind: 'undefined', document: 'policies', id: null, reason: `exported ${taken.count} rows (consents)` });
  return taken;
}
