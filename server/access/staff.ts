import { sql } from 'kysely';
import type { accessCalls } from '#contract/access/all-calls.ts';
import { maxAuditorDays } from '#contract/access/auditor.ts';
import { isAllowed } from '#contract/access/grants.ts';
import type { StaffDetails, StaffSummary } from '#contract/access/people-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { requiredId } from '#contract/kernel/required-id.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { addDays } from '#contract/time/days.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { asClock, type Ctx, type Db } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, change, from, remove } from '#server/kernel/scoped.ts';
import { containsTextSql, countTabs, hasDayRange, isInDayRangeSql, orderByColumn, readPage } from '#server/lists/list.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { endDueStaffContracts, leaveCompany, revokeAllAccess, updateStaffEmployment } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import { setPersonRole } from './explain.ts';
import {
  accessItemNotFound,
  assertCanActOnPerson,
  assertNoTeamLimit,
  canActOnPerson,
  type PersonAccess,
  readPersonAccess,
} from './property-limits.ts';

type Calls = typeof accessCalls;

const found = (ctx: Ctx) =>
  from(ctx, 'person:staff')
    .innerJoin('company', 'company.id', 'person.company_id')
    .leftJoin('staff_role', 'staff_role.id', 'person.staff_role_id')
    .where('person.closed_at', 'is', null);

const columns = [
  'person.id',
  'person.code',
  'person.name',
  'person.email',
  'person.phone',
  'person.image',
  'person.job_title',
  'person.is_active',
  'person.starts_on',
  'person.ends_on',
  'person.last_sign_in_at',
  'person.created_at',
  'person.company_id',
  'company.name as company',
  'staff_role.id as role_id',
  'staff_role.code as role_code',
  'staff_role.name as role_name',
  'staff_role.auditor as role_auditor',
] as const;
type Named = StaffSummary['teams'][number];
const teams = sql<
  Named[]
>`(select coalesce(json_agg(json_build_object('id', t.id, 'code', t.code, 'name', t.name) order by t.name), '[]') from team_member tm join team t on t.id = tm.team_id and t.deleted_at is null where tm.person_id = person.id)`;
const withTeams = (q: ReturnType<typeof found>) => q.select([...columns]).select(teams.as('teams'));
type Row = Awaited<ReturnType<ReturnType<typeof withTeams>['execute']>>[number];

const toHead = (r: Row): StaffSummary => ({
  id: r.id,
  code: r.code,
  name: r.name,
  email: r.email,
  phone: r.phone,
  image: r.image,
  job_title: r.job_title,
  company: r.company,
  role:
    r.role_id === null || r.role_code === null || r.role_name === null
      ? null
      : { id: r.role_id, code: r.role_code, name: r.role_name, auditor: r.role_auditor === true },
  teams: r.teams,
  is_active: r.is_active,
  starts_on: r.starts_on,
  ends_on: r.ends_on,
  last_sign_in: r.last_sign_in_at?.toISOString() ?? null,
});

function matching(ctx: Ctx, f: NonNullable<HandlerInput<Calls['listStaff']>['z_filter']>) {
  let query = found(ctx);
  if (f.name)
    query = query.where((eb) =>
      eb.or([
        containsTextSql('person.name', f.name ?? ''),
        containsTextSql('person.email', f.name ?? ''),
        containsTextSql('person.code', f.name ?? ''),
      ]),
    );
  if (f.is_active !== undefined) query = query.where('person.is_active', '=', f.is_active);
  if (hasDayRange(f)) query = query.where(isInDayRangeSql('person.created_at', f));
  if (f.role_id) query = query.where('person.staff_role_id', '=', f.role_id);
  if (f.team_id)
    query = query.where(sql<boolean>`exists (select 1 from team_member tm where tm.person_id = person.id and tm.team_id = ${f.team_id})`);
  if (f.company) query = query.where(containsTextSql('company.name', f.company));
  return query;
}

export async function listStaff(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['listStaff']>,
): Promise<HandlerResult<Calls['listStaff']>> {
  const order = sort.startsWith('-') ? `-person.${sort.slice(1)}` : `person.${sort}`;
  const { rows, count } = await readPage(matching(ctx, z_filter), { page, page_size }, (q) =>
    withTeams(q)
      .orderBy(sql`${orderByColumn(order)} nulls last`)
      .orderBy('person.id'),
  );
  const counts = await countTabs(tabs, () => matching(ctx, { ...z_filter, is_active: undefined }), sql`person.is_active`);
  return { count, results: rows.map(toHead), ...counts };
}

export async function readStaffDetails(ctx: Ctx, { id, code }: HandlerInput<Calls['staffDetails']>): Promise<StaffDetails> {
  const row = await withTeams(found(ctx)).where('person.id', '=', id).executeTakeFirst();
  const target = row && (code === undefined || code === row.code) ? await readPersonAccess(ctx.db, id) : null;
  if (!row || !target) throw accessItemNotFound();
  const activity = await from(ctx, 'audit_log')
    .select(['id', 'at', 'kind', 'document', 'record_code as code', sql<string[]>`array(select jsonb_array_elements(diff) ->> 'field')`.as('fields')])
    .where('actor_id', '=', id)
    .orderBy('id', 'desc')
    .limit(10)
    .execute();
  const acts = canActOnPerson(ctx, target);
  return {
    ...toHead(row),
    created_at: row.created_at.toISOString(),
    company_id: requiredId(row.company_id, 'the company of a member of staff'),
    activity: activity.map((a) => ({ ...a, at: a.at.toISOString() })),
    may: {
      edit: acts && isAllowed(['staff', 'edit'], ctx.me),
      role: acts && isAllowed(['staff', 'edit'], ctx.me),
      remove: acts && isAllowed(['staff', 'delete'], ctx.me),
    },
  };
}

/** Locks the staff member to be changed; out of sight is not found, out of reach is refused. */
async function reached(ctx: Ctx, id: number): Promise<PersonAccess> {
  const row = await found(ctx).select('person.id').where('person.id', '=', id).forNoKeyUpdate('person').executeTakeFirst();
  const target = row && (await readPersonAccess(ctx.db, id));
  if (!target) throw accessItemNotFound();
  assertCanActOnPerson(ctx, target);
  return target;
}

export async function updateStaff(ctx: Ctx, { id, team_ids, ...changes }: HandlerInput<Calls['staffUpdate']>): Promise<StaffDetails> {
  const target = await reached(ctx, id);
  const before = await readStaffDetails(ctx, { id });
  const next = {
    job_title: changes.job_title ?? before.job_title,
    starts_on: changes.starts_on === undefined ? before.starts_on : changes.starts_on,
    ends_on: changes.ends_on === undefined ? before.ends_on : changes.ends_on,
  };
  if (before.role?.auditor) assertAuditorPeriod(next);
  if (next.starts_on && next.ends_on && next.ends_on < next.starts_on) throw invalidInputRefusal({ ends_on: m.access_problem_last_day() });
  await updateStaffEmployment(ctx, id, next);
  if (team_ids) await joinTeams(ctx, id, requiredId(target.companyId, 'the company of a member of staff'), team_ids);
  const after = await readStaffDetails(ctx, { id });
  const facts = (s: StaffDetails) => ({ job_title: s.job_title, starts_on: s.starts_on, ends_on: s.ends_on, teams: s.teams.map((t) => t.name) });
  await audit(ctx.db, ctx, { kind: 'edit', document: 'staff', id, code: target.code, before: facts(before), after: facts(after) });
  return after;
}

/** An auditor keeps a period, also when the company moves it. */
function assertAuditorPeriod({ starts_on, ends_on }: { readonly starts_on: string | null; readonly ends_on: string | null }): void {
  if (!starts_on || !ends_on) throw invalidInputRefusal({ ends_on: m.access_problem_auditor_period() });
  if (ends_on > addDays(starts_on, maxAuditorDays))
    throw invalidInputRefusal({ ends_on: m.invitation_problem_period_long({ days: maxAuditorDays }) });
}

async function joinTeams(ctx: Ctx, personId: number, companyId: number, teamIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(teamIds)];
  const known =
    wanted.length === 0 ? [] : await from(ctx, 'team').select('id').where('id', 'in', wanted).where('company_id', '=', companyId).execute();
  if (known.length !== wanted.length) throw invalidInputRefusal({ team_ids: m.access_problem_team() });
  const before = await from(ctx, 'team_member').select('team_id').where('person_id', '=', personId).execute();
  if (before.length !== wanted.length || before.some((one) => !wanted.includes(one.team_id))) assertNoTeamLimit(ctx);
  await remove(ctx, 'team_member').where('person_id', '=', personId).execute();
  if (wanted.length > 0)
    await add(ctx, 'team_member')
      .values(wanted.map((team_id) => ({ team_id, person_id: personId })))
      .execute();
  let led = change(ctx, 'team').set({ lead_id: null }).where('lead_id', '=', personId);
  if (wanted.length > 0) led = led.where('id', 'not in', wanted);
  await led.execute();
}

export async function changeStaffRole(ctx: Ctx, { id, role_id }: HandlerInput<Calls['staffRole']>): Promise<StaffDetails> {
  await reached(ctx, id);
  await setPersonRole(ctx, id, role_id);
  return readStaffDetails(ctx, { id });
}

export async function setStaffActive(ctx: Ctx, { id, is_active, reason }: HandlerInput<Calls['staffActive']>): Promise<StaffDetails> {
  const target = await reached(ctx, id);
  if (!is_active && !reason) throw invalidInputRefusal({ reason: sentence('requiredParameter') });
  const why = reason ? { reason } : {};
  await updateStaffEmployment(ctx, id, { is_active });
  if (!is_active) await revokeAllAccess(ctx.db, id);
  const [before, after] = [{ is_active: target.isActive }, { is_active }];
  await audit(ctx.db, ctx, { kind: 'edit', document: 'staff', id, code: target.code, before, after, ...why });
  await notifyPerson(ctx, {
    event: 'account.status_changed',
    to: { personId: id },
    params: { status: is_active ? 'active' : 'disabled', ...why },
    key: `staff-active:${id}:${ctx.from.requestId}`,
  });
  return readStaffDetails(ctx, { id });
}

/**
 * Turns the person into a new account: the account and its name remain, so that audit entries keep their author, but nothing of the company remains.
 */
export async function removeStaff(ctx: Ctx, { id }: HandlerInput<Calls['staffRemove']>): Promise<HandlerResult<Calls['staffRemove']>> {
  const target = await reached(ctx, id);
  await remove(ctx, 'team_member').where('person_id', '=', id).execute();
  await change(ctx, 'team').set({ lead_id: null }).where('lead_id', '=', id).execute();
  await leaveCompany(ctx, id);
  await revokeAllAccess(ctx.db, id);
  const before = { user_type: userTypes.staff, company_id: target.companyId, staff_role_id: target.staffRoleId };
  await audit(ctx.db, ctx, {
    kind: 'delete',
    document: 'staff',
    id,
    code: target.code,
    before,
    after: { user_type: userTypes.default, company_id: null, staff_role_id: null },
  });
  return { id };
}

/** A job removes staff the morning after their last day. */
export async function endExpiredStaffContracts(db: Db): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const gone = await endDueStaffContracts(tx);
    for (const person of gone) {
      await revokeAllAccess(tx, person.id);
      const ctx = asClock(tx);
      await audit(tx, ctx, {
        kind: 'undefined',
        document: 'staff',
        id: person.id,
        code: person.code,
        before: { is_active: true },
        after: { is_active: false },
        reason: `last day was ${person.ends_on}`,
      });
    }
    return gone.length;
  });
}
