import { clock } from '#contract/time/clock.ts';
import { codeHash, mailKey } from '#server/identity/contact/phone-code.ts';
import type { CodePurpose } from '#server/identity/service.ts';
import type { House } from '#test/db.ts';

/** The code somebody was sent for one purpose and one thing, as if it had come by mail or phone. */
export async function mailCodeFor(
  house: House,
  person: { id: number; email: string | null },
  purpose: CodePurpose,
  subject: string,
): Promise<string> {
  const { db } = house.database;
  const { phone } = await db.selectFrom('person').select('phone').where('id', '=', person.id).executeTakeFirstOrThrow();
  const key = phone && /^\+254[17]\d{8}$/.test(phone) ? phone : mailKey((person.email ?? '').toLowerCase());
  const code = '123456';
  await db
    .insertInto('phone_code')
    .values({
      phone: key,
      challenge: `for:${purpose}:${subject}`,
      code_hash: codeHash(house.secret, key, code),
      expires_at: new Date(clock.ms() + 600_000),
    })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return code;
}
