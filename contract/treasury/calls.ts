import { z } from 'zod';
import { makers } from '#contract/access/whose.ts';
import { approvals } from '#contract/approval/purposes.ts';
import { rails } from '#contract/collection/kinds.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { filters, id, list, moment, page, pageSize } from '#contract/kernel/list.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { bankCodes } from '#contract/reference/banks.ts';
import { CollectionAccount, Move, Place } from './shapes.ts';

const base = '/api/v2/payment' as const;
const byId = z.object({ id });
const reason = z.string().trim().min(3).max(500);
const proof = line.min(3).max(120);
const secret = z.string().trim().max(500);
const cents = amount(most.charge, 1);
const acting = { method: 'POST', needs: { only: ['superadmin'], with: ['payments', 'edit'] }, document: 'payments' } as const;
const reads = { only: ['admin', 'superadmin'], with: ['payments', 'read'] } as const;

/** Where money comes to, and what is moved from one place of ours to another. */
export const treasuryCalls = {
  accounts: call({
    method: 'GET',
    path: `${base}/accounts/`,
    summary: 'The paybills, bank accounts and cash boxes money comes to',
    needs: ['payments', 'read'],
    /** `waiting`: for the caller to decide, since another asked. */
    query: z.object({ z_filter: filters({ waiting: z.enum(['true']) }) }),
    /** `held`: the platform holds the caller's money, so their invoices are paid to its paybill and not to these. */
    result: z.object({ count: z.number(), results: z.array(CollectionAccount), held: z.object({ paybill: z.string().nullable() }).nullable() }),
    fails: [],
  }),
  saveAccount: call({
    method: 'POST',
    path: `${base}/save_account/`,
    summary: 'Add or change one; what is secret is written and never read again. Where the platform’s money comes to waits for a second superadmin',
    needs: makers('payments', 'edit'),
    body: z.strictObject({
      id: id.optional(),
      rail: z.enum(rails),
      name: line.min(2).max(80),
      number: line.min(3).max(40),
      bank_code: z.enum(bankCodes).nullable().default(null),
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
    summary:
      'Another superadmin than who asked confirms where the platform’s money comes to, or anybody of them refuses it; `at`: what they have read',
    needs: approvals.platformAccount.needs,
    query: byId,
    body: z.strictObject({ at: moment, agree: z.boolean() }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'conflict', 'forbidden'],
    document: 'payments',
    fresh: true,
  }),
  moves: call({
    method: 'GET',
    path: `${base}/cash_moves/`,
    summary: 'What was moved between places of our own, newest first',
    needs: reads,
    /** `waiting`: corrections for the caller to decide, since another asked. */
    query: z.object({ page, page_size: pageSize, z_filter: filters({ waiting: z.enum(['true']) }) }),
    result: list(Move),
    fails: [],
  }),
  askPaybill: call({
    ...acting,
    path: `${base}/ask_paybill/`,
    summary: 'Ask M-Pesa now what came to the paybill and what it stands at: what it answers is taken when it comes',
    body: z.strictObject({ account_id: id }),
    result: Place,
    fails: ['notFound'],
  }),
  sweep: call({
    ...acting,
    path: `${base}/sweep/`,
    summary: 'Write down that money left the paybill for the bank: it is under way until the bank’s statement or a person says that it arrived',
    body: z.strictObject({ account_id: id, to_account_id: id, cents, proof }),
    result: Move,
    fails: ['notFound', 'conflict', 'invalid'],
  }),
  clear: call({
    ...acting,
    path: `${base}/clear_funds/`,
    summary: 'Write down that the clients’ bank paid the deposits’ or the platform’s bank what it owed; never more than that',
    body: z.strictObject({ account_id: id, to_fund: z.enum(['D', 'P']), cents, proof }),
    result: Move,
    fails: ['notFound', 'conflict', 'invalid'],
  }),
  arrivedMove: call({
    ...acting,
    path: `${base}/arrived_move/`,
    summary: 'Write down that swept money is in the bank, with the bank’s number',
    query: z.object({ id }),
    body: z.strictObject({ proof }),
    result: Move,
    fails: ['notFound', 'wrongState'],
  }),
  undoMove: call({
    ...acting,
    path: `${base}/undo_move/`,
    summary: 'Take back a sweep that has not arrived, or a correction nobody approved',
    query: z.object({ id }),
    body: z.strictObject({ reason }),
    result: Move,
    fails: ['notFound', 'wrongState'],
  }),
} as const;
