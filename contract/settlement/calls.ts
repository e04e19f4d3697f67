import { z } from 'zod';
import { approvals } from '#contract/approval/purposes.ts';
import { call } from '#contract/kernel/call.ts';
import { county, day, days, exported, filters, id, list, page, pageSize, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { rails } from '#contract/wallet/kinds.ts';
import { deskCalls } from './desk-calls.ts';
import { settlementMachine, transferMachine } from './machine.ts';
import { monthCalls } from './month-calls.ts';
import { payoutCalls } from './payout-calls.ts';
import { BankFile, Figures, InvoiceSettled, RunProgress, SettlementHead, TransferFull, TransferHead } from './shapes.ts';

const base = '/api/v2/settlement' as const;
const byId = z.object({ id });
/** Settlements are the superadmins' alone (specification 2.6). */
const may = (action: 'read' | 'create' | 'edit') => ({ only: ['superadmin'], with: ['settlement_transactions', action] }) as const;
const note = z.string().trim().min(10).max(500);
/** Who is left out, and why. */
const left = z.array(z.object({ company: z.string(), why: z.string() }));
const paged = { page, page_size: pageSize, tabs };

export const settlementCalls = {
  ...payoutCalls,
  ...monthCalls,
  run: call({
    method: 'POST',
    path: `${base}/make_run/`,
    summary: 'Makes a run: one payout a payee, of all that is cleared up to a day. Nothing is sent; each waits for another person',
    needs: may('create'),
    body: z.strictObject({ cut_off: day }),
    /** `skipped`: of the payees checked so far. */
    result: RunProgress.extend({ skipped: left }),
    fails: ['invalid', 'conflict'],
    document: 'settlement_transactions',
  }),
  preview: call({
    method: 'GET',
    path: `${base}/preview_run/`,
    summary: 'What a run up to a day would make, what there is to send it from, and who would be left out; nothing is made',
    needs: may('create'),
    query: z.object({ cut_off: day }),
    result: z.object({
      count: z.number(),
      net_cents: z.number(),
      ways: z.array(z.object({ rail: z.enum(rails), fund: z.enum(['C', 'P']), count: z.number(), net_cents: z.number(), cash_cents: z.number() })),
      /** The largest of them, each with why it is that number. */
      payees: z.array(z.object({ company: z.string(), to: z.string(), net_cents: z.number(), figures: Figures })),
      skipped: left,
    }),
    fails: ['invalid', 'conflict'],
  }),
  payments: call({
    method: 'GET',
    path: `${base}/all_payments/`,
    summary: 'Payouts, newest first',
    needs: may('read'),
    query: z.object({
      ...paged,
      sort: sortBy(['id', 'net_cents'], '-id'),
      z_filter: filters({
        ...{ q: searchText, status: stateSchema(settlementMachine), run_id: id, company_id: id, region: county, ...days },
        /** For the caller to approve, since another made it. */
        waiting: z.enum(['true']),
      }),
    }),
    /** `stopped`: why nothing may be paid out now, where something stands against it. `run`: the run that is not finished. */
    result: list(SettlementHead).extend({ stopped: z.string().nullable(), run: RunProgress.nullable() }),
    fails: [],
  }),
  ofInvoice: call({
    method: 'GET',
    path: `${base}/of_invoice/`,
    summary: 'What came for an invoice whose money the platform holds, each part with the payout that takes it to the owner, or from when one can',
    needs: { only: ['owner', 'agent', 'staff', 'admin', 'superadmin'], with: ['invoices', 'read'] },
    query: z.object({ invoice_id: id }),
    result: z.object({ results: z.array(InvoiceSettled) }),
    fails: ['notFound'],
  }),
  approve: call({
    method: 'POST',
    path: `${base}/approve_payment/`,
    summary: 'Approves a payout as it was seen; what is different by now is not approved but shown, to be asked again',
    needs: approvals.payout.needs,
    query: byId,
    body: z.strictObject({ net_cents: z.number().int().min(0) }),
    result: z.object({ approved: z.boolean(), net_cents: z.number(), was_cents: z.number() }),
    fails: ['notFound', 'wrongState', 'forbidden', 'conflict'],
    document: 'settlement_transactions',
    fresh: true,
  }),
  cancel: call({
    method: 'POST',
    path: `${base}/cancel_payment/`,
    summary: 'Takes a payout back that nobody approved yet',
    needs: may('edit'),
    query: byId,
    body: z.strictObject({ reason: note }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'settlement_transactions',
  }),
  bankFile: call({
    method: 'POST',
    path: `${base}/bank_file/`,
    summary: 'The file for the bank of every transfer that waits for one; they count as sent from then on',
    needs: may('edit'),
    result: exported.extend({ left }),
    fails: ['conflict'],
    document: 'settlement_transactions',
    fresh: true,
    secret: true,
  }),
  bankWaiting: call({
    method: 'GET',
    path: `${base}/bank_waiting/`,
    summary: 'What a file for the bank would hold if it were made now, and who would be left out of it',
    needs: may('read'),
    result: z.object({ count: z.number(), cents: z.number(), left, more: z.boolean() }),
    fails: [],
  }),
  bankFiles: call({
    method: 'GET',
    path: `${base}/bank_files/`,
    summary: 'Files that were made for the bank, newest first',
    needs: may('read'),
    query: z.object({ page, page_size: pageSize }),
    result: list(BankFile),
    fails: [],
  }),
  bankFileAgain: call({
    method: 'POST',
    path: `${base}/bank_file_again/`,
    summary: 'A file for the bank once more, as it was made',
    needs: may('edit'),
    query: byId,
    result: exported,
    fails: ['notFound'],
    document: 'settlement_transactions',
    fresh: true,
    secret: true,
  }),
  confirmations: call({
    method: 'POST',
    path: `${base}/import_confirmations/`,
    summary: 'Reads the bank’s answer: what arrived, what did not; `dry`: says it and books nothing. A line that was read before changes nothing',
    needs: may('edit'),
    body: z.strictObject({ csv: z.string().min(1).max(900_000), dry: z.boolean().default(false) }),
    result: z.object({
      confirmed: z.number(),
      failed: z.number(),
      known: z.number(),
      /** Put to the errors: another sum than was sent, or otherwise than it was said before. */
      errors: z.number(),
      unread: z.array(z.object({ line: z.number(), why: z.string() })),
      /** Line by line, the first of them: what becomes of the transfer, or why nothing does. */
      rows: z.array(
        z.object({
          ...{ line: z.number(), reference: z.string(), company: z.string().nullable(), cents: z.number().nullable() },
          ...{ becomes: z.enum(['confirmed', 'failed', 'known', 'error', 'unread']), why: z.string().nullable() },
        }),
      ),
    }),
    fails: ['invalid'],
    document: 'settlement_transactions',
  }),
  transfers: call({
    method: 'GET',
    path: `${base}/all_transactions/`,
    summary: 'Every attempt to send money, newest first',
    needs: may('read'),
    query: z.object({
      ...paged,
      sort: sortBy(['id', 'cents'], '-id'),
      z_filter: filters({ q: searchText, status: stateSchema(transferMachine), rail: z.enum(rails), company_id: id, region: county, ...days }),
    }),
    result: list(TransferHead),
    fails: [],
  }),
  transfer: call({
    method: 'GET',
    path: `${base}/transaction_details/`,
    summary: 'One attempt, with what the rail said',
    needs: may('read'),
    query: byId,
    result: TransferFull,
    fails: ['notFound'],
  }),
  cameBack: call({
    method: 'POST',
    path: `${base}/came_back/`,
    summary:
      'A transfer that had arrived came back: said by one person, confirmed by another with what shows it; then the money is the payee’s again',
    needs: approvals.returnedPayout.needs,
    query: byId,
    body: z.strictObject({ reason: note }),
    result: TransferFull,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'settlement_transactions',
    fresh: true,
  }),
  ...deskCalls,
} as const;
