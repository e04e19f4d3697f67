import { type RawBuilder, sql } from 'kysely';
import type { Grants } from '#contract/access/grants.ts';
import { filterOwnAccountGrants, resolveGrants } from '#contract/access/permissions.ts';
import { type CompanyKind, companyHeadUserTypes, getDashboardLayout, toUserType } from '#contract/kernel/roles.ts';
import { type Db, isRestricted, type Me, type VerifiedStatus } from './ctx.ts';

/** The columns of a person and of related rows from which `toMe` builds the caller. */
export type MeRow = {
  id: number;
  user_type: number;
  onboarding: boolean;
  company_id: number | null;
  region: string | null;
  verified_status: VerifiedStatus | null;
  company_kind: CompanyKind | null;
  county: string | null;
  company_active: boolean | null;
  grants: string[] | null;
  must_enrol: boolean;
  limited_teams: number[] | null;
  limited_properties: number[] | null;
  auditor: boolean | null;
};

const limits = 'team_member tm join team t on t.id = tm.team_id and t.deleted_at is null and t.limited';

/**
 * Everything on which permissions and scopes depend, as SQL, used by the session query and by `readMe`. Staff have the verification status of their
 * employer’s owner; other people whom Makao does not verify have no status.
 */
export const callerColumns = `p.id, p.user_type, p.onboarding, p.company_id, p.region, r.auditor,
  c.kind as company_kind, c.region as county, c.is_active as company_active, r.grants,
  case when p.user_type in (${companyHeadUserTypes.join(', ')}) then p.verified_status
    when p.user_type = 6 and r.auditor and (p.ends_on is null or not app.in_force(p.starts_on, p.ends_on, null)) then 'suspended'
    when p.user_type = 6 then coalesce((select h.verified_status from person h
      where h.company_id = p.company_id and app.is_head(h.user_type, h.is_active, h.closed_at)
      order by h.verified_status = 'verified' desc, h.id limit 1), 'suspended') end as verified_status,
  p.user_type in (1, 2, 3) and not p.second_step_waived and not exists
    (select 1 from person_second_factor f where f.person_id = p.id and f.confirmed_at is not null) as must_enrol,
  case when p.user_type = 6 then (select array_agg(t.id) from ${limits} where tm.person_id = p.id) end as limited_teams,
  case when p.user_type = 6 then (select array_agg(distinct tp.property_id)
    from ${limits} join team_property tp on tp.team_id = t.id where tm.person_id = p.id) end as limited_properties`;
export const callerTables = `person p left join company c on c.id = p.company_id left join staff_role r on r.id = p.staff_role_id`;

export function toMe(row: MeRow, session: { id: number; impersonatorId: number | null }): Me {
  const role = toUserType(row.user_type);
  const companyActive = row.company_active ?? false;
  // All accounts of a closed company count as suspended.
  const verifiedStatus = row.verified_status === 'verified' && !companyActive ? 'suspended' : row.verified_status;
  const given = resolveGrants(role, row.company_kind, row.grants);
  const held = isRestricted({ mustEnrol: row.must_enrol, verifiedStatus });
  return {
    userId: row.id,
    sessionId: session.id,
    role,
    userType: row.user_type,
    companyId: row.company_id,
    layout: getDashboardLayout(role, row.company_kind),
    onboarding: row.onboarding,
    verifiedStatus,
    region: row.region,
    county: row.county,
    companyActive,
    mustEnrol: row.must_enrol,
    ...(row.auditor ? { auditor: true as const } : {}),
    limits: row.limited_teams && { teamIds: row.limited_teams, propertyIds: row.limited_properties ?? [] },
    grants: held ? filterOwnAccountGrants(given) : given,
    impersonatorId: session.impersonatorId,
  };
}

const asked = (db: Db, which: RawBuilder<unknown>) =>
  sql<MeRow>`select ${sql.raw(callerColumns)} from ${sql.raw(callerTables)} where ${which}`.execute(db);
const alone = { id: 0, impersonatorId: null };

/** A person for the account rules, including disabled accounts, with the permissions of their role and place even while the account is on hold. */
export async function readMeAndGrantCeiling(db: Db, personId: number): Promise<{ readonly me: Me; readonly most: Grants } | null> {
  const [row] = (await asked(db, sql`p.id = ${personId}`)).rows;
  if (!row) return null;
  return { me: toMe(row, alone), most: resolveGrants(toUserType(row.user_type), row.company_kind, row.grants) };
}

/** Several people as their next requests would load them, without a session. Disabled and closed accounts are left out. */
export async function readPeopleAsCallers(db: Db, personIds: readonly number[]): Promise<Me[]> {
  const { rows } = await asked(db, sql`p.id = any (${personIds}::bigint[]) and p.is_active and p.closed_at is null`);
  return rows.map((row) => toMe(row, alone));
}

/** One person as their next request would load them. */
export const readMe = async (db: Db, personId: number): Promise<Me | null> => (await readPeopleAsCallers(db, [personId]))[0] ?? null;
