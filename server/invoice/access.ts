import type { Permission } from '#contract/access/documents.ts';
import type { InvoiceStatus } from '#contract/invoice/kinds.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { from, unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { lockInvoice, lockInvoicesForPayment } from './locks.ts';
import { type InvoiceRow, invoiceNotFound } from './rows.ts';

/** Locks an invoice that the caller manages and may change, and before it the rows that come first in the lock order. */
export async function lockManagedInvoice(ctx: Ctx, id: number, permission: Permission): Promise<InvoiceRow> {
  const seen = await from(ctx, 'invoice:managed')
    .select(mayChange('invoice:managed', ctx.me, permission).as('may'))
    .where('id', '=', id)
    .executeTakeFirst();
  if (!seen) throw invoiceNotFound();
  if (!seen.may) throw new Refusal('forbidden', sentence('accessForbidden'), { missing: permission });
  await lockInvoicesForPayment(ctx, [id]);
  return lockInvoice(ctx, id);
}

export function assertInvoiceStatus(row: InvoiceRow, states: readonly InvoiceStatus[]): void {
  if (!states.includes(row.status)) throw new Refusal('wrongState', m.shell_refusal_state(), { from: row.status, allowed: [] });
}

/** The company whose invoice settings and runs the caller uses: their own. */
export function requireCallerCompanyId(ctx: Ctx): number {
  if (ctx.me.companyId === null) throw new Refusal('forbidden', sentence('accessForbidden'));
  return ctx.me.companyId;
}

/** The caller's name, shown beside their reason. */
export const readCallerName = async (ctx: Ctx): Promise<string | null> =>
  (await unscopedTable(ctx.db, 'person', 'the name of the author').select().select('name').where('id', '=', ctx.me.userId).executeTakeFirst())
    ?.name ?? null;
