import { userTypes } from '#contract/kernel/roles.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, startOfDay } from '#contract/time/days.ts';
import { addPerson } from '#server/identity/people.ts';
import type { Auth } from '#server/identity/sign-in/auth.ts';
import { makeInvitationAcceptHandler } from '#server/invitation/accept.ts';
import { hashInvitationKey } from '#server/invitation/keys.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { readMe } from '#server/kernel/me.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import { selectPoliciesToAgree } from '#server/policy/service.ts';
import { demoPassword } from '../people/accounts.ts';

const email = 'auditor@makao.test';
const key = 'the key that the auditor of the demo was sent';
const days = 90;

/** The demo owner invited an auditor, who accepted: they read the books, documents and log of the company for some months. */
export async function fillAuditor(db: Db, auth: Auth): Promise<void> {
  const open = unscopedDb(db);
  const owner = await open.selectFrom('person').select(['id', 'company_id']).where('email', '=', 'owner@makao.test').executeTakeFirstOrThrow();
  const role = await open.selectFrom('staff_role').select('id').where('auditor', '=', true).executeTakeFirstOrThrow();
  const today = clock.today();
  const { id } = await open
    .insertInto('invitation')
    .values({
      inviter_id: owner.id,
      company_id: owner.company_id,
      kind: 'staff',
      email,
      role_id: role.id,
      key_hash: hashInvitationKey(key),
      sends: 1,
      starts_on: today,
      ends_on: addDays(today, days),
      expires_at: startOfDay(addDays(today, 7)),
      message: 'Audit of the year. Please tell us if a document is missing.',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const person = await addPerson(auth, open, {
    name: 'Peter Ndegwa Mbugua',
    email,
    password: demoPassword,
    phone: '+254700100015',
    userType: userTypes.default,
    onboarding: true,
    secondStepWaived: true,
  });
  const me = await readMe(db, person);
  if (!me) return;
  const ctx = { ...asClock(db), me };
  const agreed = (await selectPoliciesToAgree(ctx, userTypes.staff)).map((policy) => policy.id);
  await makeInvitationAcceptHandler(db)(ctx, { invite_key: key, invite_id: id, company: '', agreed });
}
