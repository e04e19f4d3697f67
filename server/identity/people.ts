import type { Db } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';
import { addPerson as addRow } from '#server/people/service.ts';
import type { Auth } from './sign-in/auth.ts';

export type NewPerson = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly userType: number;
  readonly phone?: string;
  readonly onboarding?: boolean;
  readonly companyId?: number | null;
  readonly staffRoleId?: number | null;
  readonly verified?: boolean;
  /** Exempt from two-step sign-in: accounts of the demo and of tests. */
  readonly secondStepWaived?: boolean;
};

/** Adds a person with a hashed password in the caller's transaction. The email counts as verified, because a trusted person entered it. */
export async function addPerson(auth: Auth, db: Db, who: NewPerson): Promise<number> {
  const { password } = await auth.$context;
  const hash = await password.hash(who.password);
  const person = await addRow(db, {
    name: who.name,
    email: who.email,
    email_verified: true,
    phone: who.phone ?? null,
    user_type: who.userType,
    onboarding: who.onboarding ?? false,
    company_id: who.companyId ?? null,
    staff_role_id: who.staffRoleId ?? null,
    second_step_waived: who.secondStepWaived ?? false,
    ...(who.verified ? { verified_status: 'verified' as const } : {}),
  });
  await add({ db }, 'person_credential')
    .values({ person_id: person.id, account_id: String(person.id), provider_id: 'credential', password: hash })
    .execute();
  return person.id;
}
