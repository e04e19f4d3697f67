import { clock } from '#contract/time/clock.ts';
import { payoutAccountCoolingHours } from '#contract/wallet/kinds.ts';
import { findCodeDestination } from '#server/identity/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';

/**
 * The caller's own phone number or email address, to which the code is sent: verified, and not set in the last 24 hours. Otherwise a stolen session
 * could add its own number and receive the code there.
 */
export async function readCallerContact(ctx: Pick<Ctx, 'db' | 'me'>): Promise<{ phone: string } | { email: string }> {
  const row = await from(ctx, 'person')
    .select(['phone', 'phone_proved_at', 'phone_since', 'email', 'email_verified', 'email_since'])
    .where('id', '=', ctx.me.userId)
    .executeTakeFirst();
  const phone = row && row.phone_proved_at !== null ? row.phone : null;
  const email = row?.email_verified ? row.email : null;
  const to = findCodeDestination(isKnownLongEnough(row?.phone_since) ? phone : null, isKnownLongEnough(row?.email_since) ? email : null);
  if (to) return to;
  throw new Refusal('conflict', phone === null && email === null ? m.wallet_refusal_no_contact() : m.wallet_refusal_contact_new());
}
const isKnownLongEnough = (since: Date | null | undefined): boolean =>
  !since || clock.ms() - since.getTime() >= payoutAccountCoolingHours * 3_600_000;
