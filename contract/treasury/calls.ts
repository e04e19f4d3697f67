import { z } from 'zod';
import { companyRolesOrSuperadmin } from '#contract/access/role-limits.ts';
import { approvalRules } from '#contract/approval/purposes.ts';
import { paymentRails } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import { buildFilterSchema, buildListSchema, id, moment, pageNumberSchema, pageSize } from '#contract/kernel/list.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { bankCodes } from '#contract/reference/banks.ts';
import { platformFunds } from './kinds.ts';
import { CashAccount, CashMove, CollectionAccount } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
const proof = singleLine.min(3).max(120);
const secret = z.string().trim().max(500);
const cents = amountSchema(amountLimits.charge, 1);
const acting = { method: 'POST', needs: { only: ['superadmin'], with: ['payments', 'edit'] }, document: 'payments' } as const;
const reads = { only: ['admin', 'superadmin'], with: ['payments', 'read'] } as const;

/** Accounts that receive money, and moves between the platform's own accounts. */
export const treasuryCalls = {
  listAccounts: call({
    method: 'GET',
    path: `${base}/accounts/`,
    summary: 'List collection accounts: paybills, bank accounts and cash boxes',
    needs: ['payments', 'read'],
    /** `waiting`: pending the caller's decision, because another person requested it. */
    query: z.object({ z_filter: buildFilterSchema({ waiting: z.enum(['true']) }) }),
    /** `held`: the platform holds the caller's money, so their invoices are paid to its paybill and not to these. */
    result: z.object({ count: z.number(), results: z.array(CollectionAccount), held: z.object({ paybill: z.string().nullable() }).nullable() }),
    fails: [],
  }),
  saveAccount: call({
    method: 'POST',
    path: `${base}/save_account/`,
    summary: 'Add or change a collection account; secrets cannot be read back. An account of the platform needs a second super admin',
    needs: companyRolesOrSuperadmin('payments', 'edit'),
    body: z.strictObject({
      id: id.optional(),
      rail: z.enum(paymentRails),
      name: singleLine.min(2).max(80),
      number: singleLine.min(3).max(40),
      bank_code: z.enum(bankCodes).nullable().default(null),
      /** Whose money a bank account of the platform holds; clients' money if it is not given. It cannot be changed. */
      fund: z.enum(platformFunds).optional(),
      active: z.boolean().default(true),
      secrets: z
        .strictObject({ consumer_key: secret, consumer_secret: secret, passkey: secret, initiator: secret, initiator_password: secret })
        .optional(),
    }),
    result: CollectionAccount,
    fails: ['notFound', 'conflict', 'invalid'],
    document: 'payments',
    fresh: true,
  }),
  decideAccount: call({
    method: 'POST',
    path: `${base}/decide_account/`,
    summary: 'Confirm a platform collection account as a second super admin, or reject it; `at` is the version that was read',
    needs: approvalRules.platformAccount.needs,
    query: byId,
    body: z.strictObject({ at: moment, agree: z.boolean() }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'conflict', 'forbidden'],
    document: 'payments',
    fresh: true,
  }),
  listCashMoves: call({
    method: 'GET',
    path: `${base}/cash_moves/`,
    summary: 'List transfers between the platform’s own accounts, newest first',
    needs: reads,
    /** `waiting`: corrections pending the caller's decision, because another person requested them. */
    query: z.object({ page: pageNumberSchema, page_size: pageSize, z_filter: buildFilterSchema({ waiting: z.enum(['true']) }) }),
    result: buildListSchema(CashMove),
    fails: [],
  }),
  queryPaybill: call({
    ...acting,
    path: `${base}/ask_paybill/`,
    summary: 'Request new payments and the balance of the paybill from M-Pesa; they are stored when they arrive',
    body: z.strictObject({ account_id: id }),
    result: CashAccount,
    fails: ['notFound'],
  }),
  recordSweep: call({
    ...acting,
    path: `${base}/sweep/`,
    summary: 'Record a transfer from the paybill to the bank; it is pending until a bank statement or a person confirms it',
    body: z.strictObject({ account_id: id, to_account_id: id, cents, proof }),
    result: CashMove,
    fails: ['notFound', 'conflict', 'invalid'],
  }),
  recordClearing: call({
    ...acting,
    path: `${base}/clear_funds/`,
    summary: 'Record a transfer from the client account to the deposit account or the platform’s account, up to the amount due',
    body: z.strictObject({ account_id: id, to_fund: z.enum(['D', 'P']), cents, proof }),
    result: CashMove,
    fails: ['notFound', 'conflict', 'invalid'],
  }),
  confirmMoveArrived: call({
    ...acting,
    path: `${base}/arrived_move/`,
    summary: 'Confirm that a transfer from the paybill reached the bank, with the bank reference',
    query: z.object({ id }),
    body: z.strictObject({ proof }),
    result: CashMove,
    fails: ['notFound', 'wrongState'],
  }),
  undoMove: call({
    ...acting,
    path: `${base}/undo_move/`,
    summary: 'Cancel a transfer that has not arrived, or a correction that is not approved',
    query: z.object({ id }),
    body: z.strictObject({ reason }),
    result: CashMove,
    fails: ['notFound', 'wrongState'],
  }),
} as const;
