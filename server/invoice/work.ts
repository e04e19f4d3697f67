import type { Permission } from '#contract/access/documents.ts';
import type { InvoiceStatus } from '#contract/invoice/kinds.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { everything, from } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { heldInvoice, lockForPaying } from './money.ts';
import { type InvoiceRow, missing } from './rows.ts';

/** One the caller manages and may do this to, held, with what stands above it. */
export async function forWork(ctx: Ctx, id: number, permission: Permission): Promise<InvoiceRow> {
  const seen = await from(ctx, 'invoice:managed')
    .select(mayChange('invoice:managed', ctx.me, permission).as('may'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!seen) throw missing();
  if (!seen.may) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: permission });
  await lockForPaying(ctx, [id]);
  return heldInvoice(ctx, id);
}

export function insist(row: InvoiceRow, states: readonly InvoiceStatus[]): void {
  if (!states.includes(row.status)) throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, allowed: [] });
}

/** Whose settings and runs they are: the caller's own company's. */
export function ownCompany(ctx: Ctx): number {
  if (ctx.me.companyId === null) throw new Refusal('forbidden', sentence('accessForbidden'));
  return ctx.me.companyId;
}

/** Who does it, by name, as it stands beside what they said. */
export const callerName = async (ctx: Ctx): Promise<string | null> =>
  (await everything(ctx.db, 'person', 'who says it').select().select('name').where('id', '=', ctx.me.userId).executeTakeFirst())?.name ?? null;
