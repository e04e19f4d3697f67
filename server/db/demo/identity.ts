import { defaultGrants } from '#contract/access/grants.ts';
import { computeEffectiveGrants } from '#contract/access/permissions.ts';
import type { CompanyKind } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { addPerson } from '#server/identity/people.ts';
import type { Auth } from '#server/identity/sign-in/auth.ts';
import type { DemoDatabase } from './demo-database.ts';
import { demoAccounts, demoPassword, getUserTypeNumber } from './people/accounts.ts';
import { staffRoles } from './people/staff-roles.ts';

/** How the companies of the demo are paid, as shown to applicants for their units. */
const paid = { pay_paybill: '522533', pay_till: '5204417', pay_bank: 'KCB Bank, Moi Avenue\n1203344556, client account' };

const longAgo = () => new Date(clock.ms() - 3 * 365 * 86_400_000);

/** The accounts to sign in with, their companies and the roles of their staff. */
export async function fillPeople({ db }: DemoDatabase, auth: Auth): Promise<void> {
  const companies = new Map<string, number>();
  const roles = new Map<string, number>();
  for (const account of demoAccounts) {
    if (!account.company || companies.has(account.company)) continue;
    const company = await db
      .insertInto('company')
      .values({ kind: account.type as CompanyKind, name: account.company, region: '047', ...paid })
      .returning('id')
      .executeTakeFirstOrThrow();
    companies.set(account.company, company.id);
    for (const role of staffRoles) {
      const row = await db
        .insertInto('staff_role')
        .values({
          company_id: company.id,
          name: role.name,
          grants: [...computeEffectiveGrants(role.grants, defaultGrants[account.type as CompanyKind])],
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      if (role.usual) roles.set(account.company, row.id);
    }
  }
  for (const account of demoAccounts) {
    const id = await addPerson(auth, db, {
      name: account.name,
      email: account.email,
      password: demoPassword,
      userType: getUserTypeNumber(account),
      phone: account.phone,
      onboarding: account.type === 'default',
      secondStepWaived: true,
      companyId: account.company ? (companies.get(account.company) ?? null) : null,
      staffRoleId: account.type === 'staff' && account.company ? (roles.get(account.company) ?? null) : null,
    });
    // The demo's dealer, owner and agent are approved; the sub admin keeps Nairobi, where all of them are.
    const approved = ['owner', 'agent', 'dealer'].includes(account.type);
    const region = ['superadmin', 'admin', 'default'].includes(account.type) ? null : '047';
    await db
      .updateTable('person')
      // Super admins have their role since before the first rent, because a person with a new role cannot approve payouts.
      .set({
        region,
        ...(approved ? { verified_status: 'verified' as const } : {}),
        ...(account.type === 'superadmin' ? { created_at: longAgo(), role_since: longAgo() } : {}),
      })
      .where('id', '=', id)
      .execute();
    // The people of the demo work in Nairobi. Staff of Makao belong to no region, but a sub admin without a region would see no people.
    if (account.type !== 'superadmin' && account.type !== 'admin')
      await db.updateTable('person').set({ region: '047' }).where('id', '=', id).execute();
  }
}
