import { sql } from 'kysely';
import { formatKesPlain } from '#contract/money/format.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { readCompanyName } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import type { InvoiceRow } from './rows.ts';

type Whose = Pick<InvoiceRow, 'company_id' | 'property_id' | 'credited_cents'>;

/**
 * The amount that an agency may credit on an owner's invoice without approval, by its mandate. Null if no approval is needed: for the owner's own
 * people and for staff of Makao.
 */
export async function readCreditAuthorityLimit(ctx: Ctx, { company_id, property_id }: Whose): Promise<number | null> {
  if (ctx.me.companyId === null || ctx.me.companyId === company_id) return null;
  const limits = await from(ctx, 'mandate:held')
    .select('approval_limit_cents')
    .where('owner_company_id', '=', company_id)
    .where(
      sql<boolean>`(mandate.all_properties or exists (select 1 from mandate_property mp where mp.mandate_id = mandate.id and mp.property_id = ${property_id}))`,
    )
    .execute();
  return Math.max(0, ...limits.map((one) => one.approval_limit_cents));
}

/**
 * Asserts that the caller may credit these amounts, since the owner bears the loss. Only the owner may credit a paid amount. Others may credit open
 * amounts up to the mandate's limit, counted over all credit notes of the invoice.
 */
export async function assertCreditAuthority(
  ctx: Ctx,
  row: Whose,
  { unpaid, back }: { readonly unpaid: number; readonly back: number },
): Promise<void> {
  const limit = await readCreditAuthorityLimit(ctx, row);
  if (limit === null) return;
  const owner = await readCompanyName(ctx.db, row.company_id);
  if (back > 0) throw new Refusal('forbidden', m.invoice_refusal_owner_gives({ owner }));
  if (row.credited_cents + unpaid > limit) throw new Refusal('forbidden', m.invoice_refusal_above_limit({ owner, sum: formatKesPlain(limit) }));
}
