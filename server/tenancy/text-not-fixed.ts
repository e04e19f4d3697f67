import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { sameRow } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import type { TenancyRow } from './rows.ts';

/**
 * While an agreement is out for signature, its text states the rent and the charges. A change is refused and does not recall the agreement, because a
 * recall would drop signatures that people gave. A signed lease states the charges until the tenants move in; later a charge needs its notice.
 */
export async function assertTextNotFixed(ctx: Ctx, row: TenancyRow, sent = m.tenancy_refusal_charge_sent): Promise<void> {
  const found = await sameRow(ctx.db, 'tenancy', row).select().select(getLookup('agreementStatingTerms')(row.id).as('fixed')).executeTakeFirst();
  const fixed = found?.fixed;
  if (fixed) throw new Refusal('conflict', (fixed.signed ? m.tenancy_refusal_charge_signed : sent)({ code: fixed.code }));
}
