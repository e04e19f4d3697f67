import { sql } from 'kysely';
import type { CollectionMode } from '#contract/ledger/accounts.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { accountCodeSql, readMoneyMode } from '#server/ledger/service.ts';
import { walletNotFound } from './read.ts';

export type WalletOwner = { readonly companyId: number; readonly code: string; readonly mode: CollectionMode };
/** The owner of a wallet, and the company's money mode. */
export async function readWalletOwner(ctx: Ctx, id: number): Promise<WalletOwner> {
  const row = await from(ctx, 'wallet').select(['company_id', 'code']).where('id', '=', id).executeTakeFirst();
  if (!row) throw walletNotFound();
  return { companyId: row.company_id, code: row.code, mode: await readMoneyMode(ctx.db, row.company_id) };
}

/**
 * The base of every query about a wallet: all entries `e` of the requested balances, each with the account on its other side. `set_off`: the receipt
 * paid a debt at once.
 */
export const walletEntriesSql = ({ companyId, mode }: WalletOwner, pocket: number | null = null) => sql`/* unscoped: a wallet that the caller sees */
  with a as (select id, code from ledger_account where company_id = ${companyId} and fund = any (${mode === 'record' ? ['C', 'P', 'M'] : ['C', 'P']}::text[])
    and code in (${accountCodeSql('ownerPayable', 'agentPayable', 'dealerPayable', 'walletTopUps')}) and (${pocket}::int is null or code = ${pocket}::int)),
  e as (select a.id as account, a.code as pocket, x.journal_id, x.line, x.cents, x.dr as other, false as set_off from a join journal_entry x on x.cr = a.id
    union all select a.id, a.code, x.journal_id, x.line, -x.cents, x.cr, o.code in (${accountCodeSql('ownerReceivable', 'agentReceivable')})
    from a join journal_entry x on x.dr = a.id join ledger_account o on o.id = x.cr)`;
