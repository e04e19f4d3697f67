import { sql } from 'kysely';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';

/** Clients' cash that the caller's company holds: not in the bank, and in no deposit. */
export const unbankedCash = (ctx: Ctx) =>
  from(ctx, 'payment:held')
    .where('payment.how', '=', 'cash')
    .where('payment.fund', '=', 'C')
    .where('payment.status', '=', 'completed')
    .where('payment.banked_line_id', 'is', null)
    .where(sql<boolean>`not exists (select 1 from cash_deposit_payment d where d.payment_id = payment.id)`);

/** The bank accounts of Makao for client money. */
export const listDepositAccounts = (ctx: Ctx) =>
  from(ctx, 'collection_account:deposits')
    .select(['collection_account.id', 'collection_account.name', 'collection_account.number'])
    .orderBy('collection_account.id');
