import { z } from 'zod';
import { companyRolesOnly } from '#contract/access/role-limits.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, day, dayRange, id, pageNumberSchema, pageSize, tabCountsFlag } from '#contract/kernel/list.ts';
import { cashDepositStates, maxDepositPayments } from './kinds.ts';
import { CashDeposit, HeldCash } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const holders = companyRolesOnly('payments', 'create');

/** Cash that a company holds for Makao's clients, and the deposits by which it reaches the bank. */
export const cashCalls = {
  heldCash: call({
    method: 'GET',
    path: `${base}/cash_held/`,
    summary:
      'List the cash payments that the caller’s company holds for clients of Makao and has not declared as paid in, and the accounts to pay into',
    needs: holders,
    result: z.object({
      results: z.array(HeldCash),
      accounts: z.array(z.object({ id: z.number(), name: z.string(), number: z.string() })),
    }),
    fails: [],
  }),
  listDeposits: call({
    method: 'GET',
    path: `${base}/cash_deposits/`,
    summary: 'List deposits of clients’ cash, newest first: of the caller’s company, or of all companies for Makao',
    needs: ['payments', 'read'],
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      z_filter: buildFilterSchema({ status: z.enum(cashDepositStates), ...dayRange }),
    }),
    result: buildListSchema(CashDeposit),
    fails: [],
  }),
  declareDeposit: call({
    method: 'POST',
    path: `${base}/declare_deposit/`,
    summary: 'Declare that cash payments were paid into a bank account of Makao; the amount is their sum',
    needs: holders,
    body: z.strictObject({
      account_id: id,
      payment_ids: z.array(id).min(1).max(maxDepositPayments),
      paid_on: day,
      reference: singleLine.max(80).default(''),
    }),
    result: CashDeposit,
    fails: ['notFound', 'conflict', 'invalid'],
    document: 'payments',
  }),
  addSlip: call({
    method: 'POST',
    path: `${base}/deposit_slip/`,
    summary:
      'Upload the bank slip of a declared deposit; without a slip the deposit is not matched with the bank, and one file proves one deposit of the company',
    needs: holders,
    query: byId,
    upload: { field: 'slip', kinds: ['documents', 'images'], types: ['pdf', 'jpeg', 'jpg', 'png', 'webp'] },
    result: CashDeposit,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'payments',
  }),
  withdrawDeposit: call({
    method: 'POST',
    path: `${base}/withdraw_deposit/`,
    summary: 'Withdraw a declared deposit that the bank has not shown; its payments can be declared again',
    needs: holders,
    query: byId,
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    result: CashDeposit,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'payments',
  }),
  withdrawCompanyDeposit: call({
    method: 'POST',
    path: `${base}/withdraw_company_deposit/`,
    summary: 'Withdraw for Makao a deposit that a company declared and the bank has not shown; the company is notified of the reason',
    needs: { only: ['admin', 'superadmin'], with: ['payments', 'edit'] },
    query: byId,
    body: z.strictObject({ reason: z.string().trim().min(3).max(500) }),
    result: CashDeposit,
    fails: ['notFound', 'wrongState'],
    toast: 'statusUpdated',
    document: 'payments',
  }),
} as const;
