import { z } from 'zod';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  csvFile,
  csvPartNumber,
  dayRange,
  id,
  pageNumberSchema,
  pageSize,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { settlementMachine } from './machine.ts';
import { SettlementSummary } from './shapes.ts';

const base = '/api/v2/wallet' as const;
const companies = ['owner', 'agent', 'dealer', 'staff'] as const;
const acting = { only: companies, with: ['wallet_settings', 'edit'] } as const;
const what = {
  account_code: z.union([z.literal(ledgerAccounts.ownerPayable), z.literal(ledgerAccounts.agentPayable), z.literal(ledgerAccounts.dealerPayable)]),
  payout_account_id: id,
  cents: amountSchema(amountLimits.price, 100),
};

const payoutFilters = buildFilterSchema({ status: stateSchema(settlementMachine), ...dayRange });

/** A withdrawal is a payout to one payee. */
export const withdrawCalls = {
  listOwnPayouts: call({
    method: 'GET',
    path: `${base}/payouts/`,
    summary: 'List paid and pending payouts and withdrawals of the caller’s company',
    needs: { only: companies, with: ['wallet', 'read'] },
    query: z.object({ page: pageNumberSchema, page_size: pageSize, tabs: tabCountsFlag, z_filter: payoutFilters }),
    result: buildListSchema(SettlementSummary).extend({ paid_cents: z.number() }),
    fails: [],
  }),
  payoutsCsv: call({
    method: 'GET',
    path: `${base}/export_payouts/`,
    summary: 'Export payouts and withdrawals as CSV, in parts of 5,000 rows',
    needs: { only: companies, with: ['wallet', 'read'] },
    query: z.object({ z_filter: payoutFilters, part: csvPartNumber }),
    result: csvFile,
    fails: [],
  }),
  sendCode: call({
    method: 'POST',
    path: `${base}/send_withdrawal_code/`,
    summary: 'Send the caller a code for this withdrawal',
    needs: acting,
    body: z.strictObject(what),
    result: z.object({ to: z.string() }),
    fails: ['invalid', 'notFound', 'conflict', 'tooMany'],
    document: 'wallet',
    fresh: true,
  }),
  withdraw: call({
    method: 'POST',
    path: `${base}/withdraw/`,
    summary: 'Request a withdrawal with its code; the platform approves it',
    needs: acting,
    body: z.strictObject({ ...what, code: z.string().trim().min(4).max(12) }),
    result: SettlementSummary,
    fails: ['invalid', 'notFound', 'conflict', 'tooMany'],
    document: 'wallet',
    fresh: true,
  }),
  cancelWithdrawal: call({
    method: 'DELETE',
    path: `${base}/cancel_withdrawal/`,
    summary: 'Cancel a withdrawal that is not approved',
    needs: acting,
    query: z.object({ id }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'wallet',
  }),
} as const;
