import { sql } from 'kysely';
import { kesPlain } from '#contract/money/format.ts';
import { approvalLimit } from '#server/access/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { companyName } from '#server/people/service.ts';
import { m } from '#words/messages.js';
import type { InvoiceRow } from './rows.ts';

type Whose = Pick<InvoiceRow, 'company_id' | 'property_id' | 'credited_cents'>;

/** What an agency may take off an owner's invoice without asking, by its mandate; null where nobody need be asked: the owner's people, the platform's. */
export async function aloneUpTo({ db, me }: Pick<Ctx, 'db' | 'me'>, { company_id, property_id }: Whose): Promise<number | null> {
  if (me.companyId === null || me.companyId === company_id) return null;
  const { rows } = await sql<{ cents: number | null }>`/* all: what a mandate of the caller’s lets them decide alone */
    select ${approvalLimit(company_id, me.companyId, property_id)} as cents`.execute(db);
  return Number(rows[0]?.cents ?? 0);
}

/** It is the owner's money: what was paid is given back by them, and what is open taken off by others up to what they said. In parts it is as much. */
export async function insistAlone(ctx: Ctx, row: Whose, { unpaid, back }: { readonly unpaid: number; readonly back: number }): Promise<void> {
  const limit = await aloneUpTo(ctx, row);
  if (limit === null) return;
  const owner = await companyName(ctx.db, row.company_id);
  if (back > 0) throw new Refusal('forbidden', m.invoice_refusal_owner_gives({ owner }));
  if (row.credited_cents + unpaid > limit) throw new Refusal('forbidden', m.invoice_refusal_above_limit({ owner, sum: kesPlain(limit) }));
}
