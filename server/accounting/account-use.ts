import { sql } from 'kysely';
import type { AccountReconciliation } from '#contract/bank-statement/account-reconciliation.ts';
import type { Day } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import { type CollectionAccountRow, toLedgerAccountKeys } from '#server/treasury/service.ts';

/**
 * Whether a bank balance, a sent transfer or a ledger entry up to the day of the reconciliation concerns the account. An account without any has
 * nothing to compare, and no worksheet can be prepared for it.
 */
export async function isAccountInUse(ctx: Ctx, account: CollectionAccountRow, live: AccountReconciliation): Promise<boolean> {
  return live.bank !== null || live.ledger_cents !== 0 || live.sent.count > 0 || hasEntries(ctx, account, { after: null, to: live.day });
}

/** Whether money moved on the account after the day of its bank balance, up to the day of the reconciliation. */
export async function hasMovedSinceBalance(ctx: Ctx, account: CollectionAccountRow, { bank, day }: AccountReconciliation): Promise<boolean> {
  return bank !== null && bank.day < day && hasEntries(ctx, account, { after: bank.day, to: day });
}

type Period = { readonly after: Day | null; readonly to: Day };
async function hasEntries(ctx: Ctx, account: CollectionAccountRow, { after, to }: Period): Promise<boolean> {
  const entry = sql<boolean>`exists (select 1 from journal_entry e join journal j on j.id = e.journal_id
    where (e.dr = ledger_account.id or e.cr = ledger_account.id) and j.value_day <= ${to}::date
      and (${after}::date is null or j.value_day > ${after}::date) and ${visibleTo('journal', ctx.me, 'j')})`;
  const used = await from(ctx, 'ledger_account')
    .select('ledger_account.id')
    .where('ledger_account.key', 'in', toLedgerAccountKeys(account))
    .where(entry)
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}
