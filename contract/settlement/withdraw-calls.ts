import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import { days, exported, filters, id, list, page, pageSize, part, tabs } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { accounts } from '#contract/ledger/accounts.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { settlementMachine } from './machine.ts';
import { SettlementHead } from './shapes.ts';

const base = '/api/v2/wallet' as const;
const companies = ['owner', 'agent', 'dealer', 'staff'] as const;
const acting = { only: companies, with: ['wallet_settings', 'edit'] } as const;
const what = {
  account_code: z.union([z.literal(accounts.ownerPayable), z.literal(accounts.agentPayable), z.literal(accounts.dealerPayable)]),
  payout_account_id: id,
  cents: amount(most.price, 100),
};

const payoutFilters = filters({ status: stateSchema(settlementMachine), ...days });

/** A withdrawal is a settlement of one payee. */
export const withdrawCalls = {
  payouts: call({
    method: 'GET',
    path: `${base}/payouts/`,
    summary: 'What was paid out to the caller’s company, and what is on its way: settlements and withdrawals',
    needs: { only: companies, with: ['wallet', 'read'] },
    query: z.object({ page, page_size: pageSize, tabs, z_filter: payoutFilters }),
    result: list(SettlementHead).extend({ paid_cents: z.number() }),
    fails: [],
  }),
  payoutsCsv: call({
    method: 'GET',
    path: `${base}/export_payouts/`,
    summary: 'The same list as a table file, in parts of 5,000 rows',
    needs: { only: companies, with: ['wallet', 'read'] },
    query: z.object({ z_filter: payoutFilters, part }),
    result: exported,
    fails: [],
  }),
  code: call({
    method: 'POST',
    path: `${base}/send_withdrawal_code/`,
    summary: 'Sends the caller the code for this one withdrawal',
    needs: acting,
    body: z.strictObject(what),
    result: z.object({ to: z.string() }),
    fails: ['invalid', 'notFound', 'conflict', 'tooMany'],
    document: 'wallet',
  }),
  withdraw: call({
    method: 'POST',
    path: `${base}/withdraw/`,
    summary: 'Asks for money to be sent, with the code that came for it; the platform approves it',
    needs: acting,
    body: z.strictObject({ ...what, code: z.string().trim().min(4).max(12) }),
    result: SettlementHead,
    fails: ['invalid', 'notFound', 'conflict', 'tooMany'],
    document: 'wallet',
  }),
  takeBack: call({
    method: 'DELETE',
    path: `${base}/cancel_withdrawal/`,
    summary: 'Takes a withdrawal back that was not approved yet',
    needs: acting,
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'wallet',
  }),
} as const;
