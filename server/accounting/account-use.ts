import { sql } from 'kysely';
import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { type CollectionAccountRow, toLedgerAccountKeys } from '#server/treasury/service.ts';

/**
 * Whether a bank balance, a sent transfer or a ledger entry up to the day of the reconciliation concerns the account. An account without any has
 * nothing to compare, and no worksheet can be prepared for it.
 */
export async function isAccountInUse(ctx: Ctx, account: CollectionAccountRow, live: AccountReconciliation): Promise<boolean> {
  if (live.bank !== null || live.ledger_cents !== 0 || live.sent.count > 0) return true;
  const entry = sql<boolean>`exists (select 1 from journal_entry e join journal j on j.id = e.journal_id
    where (e.dr = ledger_account.id or e.cr = ledger_account.id) and j.value_day <= ${live.day}::date and ${visibleTo('journal', ctx.me, 'j')})`;
  const used = await from(ctx, 'ledger_account')
    .select('ledger_account.id')
    .where('ledger_account.key', 'in', toLedgerAccountKeys(account))
    .where(entry)
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}
