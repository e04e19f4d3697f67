import { defaultGrants } from '#contract/access/grants.ts';
import { effective } from '#contract/access/permissions.ts';
import type { CompanyKind } from '#contract/kernel/roles.ts';
import { makeAuth } from '#server/identity/auth.ts';
import { addPerson } from '#server/identity/people.ts';
import type { Env } from '#server/kernel/env.ts';
import { whole } from '#server/kernel/scoped.ts';
import { openDatabase } from '../db.ts';
import { fillAbuse } from './abuse.ts';
import { fillAccess } from './access.ts';
import { demoAccounts, demoPassword, typeNumber } from './accounts.ts';
import { fillAgents } from './agents.ts';
import { fillAudit } from './audit.ts';
import { fillCareers } from './careers.ts';
import { fillCatalogue } from './catalogue.ts';
import { fillFeatured } from './featured.ts';
import { fillFinding } from './finding.ts';
import { fillMarket } from './listing.ts';
import { fillNotifications } from './notification.ts';
import { fillMorePeople } from './people.ts';
import { demoPolicies } from './policies/index.ts';
import { fillProperty } from './property.ts';
import { fillReviews } from './review.ts';
import { staffRoles } from './staff-roles.ts';
import { fillUnits } from './unit.ts';
import type { Whole } from './whole.ts';

/** Fills an empty database, once; the same data every time. A database that has people already is left alone. */
export async function fillDemo(url: string, env: Pick<Env, 'appUrl'>): Promise<boolean> {
  const opened = openDatabase(url, () => undefined, 4);
  const database = { pool: opened.pool, db: whole(opened.db) };
  try {
    const someone = await database.db.selectFrom('person').select('id').limit(1).executeTakeFirst();
    if (someone) return false;
    const keeper = await fillPeople(database, env.appUrl);
    await fillMorePeople(database);
    await fillPolicies(database, keeper);
    await fillAccess(database.db, makeAuth(database.pool, { appUrl: env.appUrl, secret: 'only used to hash passwords, which needs no secret' }));
    await database.db.transaction().execute(fillCatalogue);
    await fillUnits(database.db);
    await fillProperty(database.db);
    await database.db.transaction().execute(fillMarket);
    await fillCareers(database.db);
    await fillAgents(database.db);
    await fillFeatured(database.db);
    await fillFinding(database.db);
    await fillAbuse(database.db);
    await fillNotifications(database.db);
    await database.db.transaction().execute(fillReviews);
    // Last: it chains what the rooms before it logged.
    await fillAudit(database);
    return true;
  } finally {
    await opened.close();
  }
}

/** Answers the id of the admin, who keeps the policies. */
async function fillPeople(database: Whole, appUrl: string): Promise<number> {
  const { db } = database;
  const auth = makeAuth(database.pool, { appUrl, secret: 'only used to hash passwords, which needs no secret' });
  const companies = new Map<string, number>();
  const roles = new Map<string, number>();
  for (const account of demoAccounts) {
    if (!account.company || companies.has(account.company)) continue;
    const company = await db
      .insertInto('company')
      .values({ kind: account.type as CompanyKind, name: account.company, region: '047' })
      .returning('id')
      .executeTakeFirstOrThrow();
    companies.set(account.company, company.id);
    for (const role of staffRoles) {
      const row = await db
        .insertInto('staff_role')
        .values({ company_id: company.id, name: role.name, grants: [...effective(role.grants, defaultGrants[account.type as CompanyKind])] })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (role.usual) roles.set(account.company, row.id);
    }
  }
  let keeper = 0;
  for (const account of demoAccounts) {
    const id = await addPerson(auth, db, {
      name: account.name,
      email: account.email,
      password: demoPassword,
      userType: typeNumber(account),
      phone: account.phone,
      onboarding: account.type === 'default',
      secondStepWaived: true,
      companyId: account.company ? (companies.get(account.company) ?? null) : null,
      staffRoleId: account.type === 'staff' && account.company ? (roles.get(account.company) ?? null) : null,
    });
    // The demo's dealer, owner and agent are approved; the subadmin keeps Nairobi, where all of them are.
    const approved = ['owner', 'agent', 'dealer'].includes(account.type);
    const region = ['superadmin', 'admin', 'default'].includes(account.type) ? null : '047';
    await db
      .updateTable('person')
      .set({ region, ...(approved ? { verified_status: 'verified' as const } : {}) })
      .where('id', '=', id)
      .execute();
    // The people of the demo work in Nairobi; the platform's own belong to no region, but a subadmin without one would see nobody.
    if (account.type !== 'superadmin' && account.type !== 'admin')
      await db.updateTable('person').set({ region: '047' }).where('id', '=', id).execute();
    if (account.type === 'admin') keeper = id;
  }
  return keeper;
}

async function fillPolicies({ db }: Whole, keeper: number): Promise<void> {
  for (const policy of demoPolicies) {
    const last = policy.versions.at(-1);
    const first = policy.versions[0];
    if (!last || !first) continue;
    const at = (day: string) => new Date(`${day}T06:30:00Z`);
    const row = await db
      .insertInto('policy')
      .values({
        slug: policy.slug,
        user_type: policy.userType,
        kind: policy.kind,
        title: policy.title.en,
        title_sw: policy.title.sw,
        body: last.body.en,
        body_sw: last.body.sw,
        status: policy.status,
        version: policy.versions.length,
        effective_from: policy.effectiveFrom,
        requires_consent: policy.requiresConsent,
        created_by: keeper,
        updated_by: keeper,
        created_at: at(first.effectiveFrom),
        updated_at: at(last.effectiveFrom),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [index, version] of policy.versions.entries()) {
      await db
        .insertInto('policy_version')
        .values({
          policy_id: row.id,
          version: index + 1,
          title: policy.title.en,
          title_sw: policy.title.sw,
          body: version.body.en,
          body_sw: version.body.sw,
          summary: version.summary,
          effective_from: version.effectiveFrom,
          created_by: keeper,
          created_at: at(version.effectiveFrom),
        })
        .execute();
    }
  }
}
