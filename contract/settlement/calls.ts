import { z } from 'zod';
import { approvalRules } from '#contract/approval/purposes.ts';
import { call } from '#contract/kernel/call.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  csvFile,
  day,
  dayRange,
  id,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { stateSchema } from '#contract/kernel/machine-schemas.ts';
import { bankChannels, bankFileFunds } from '#contract/wallet/bank-channel.ts';
import { payoutRails } from '#contract/wallet/kinds.ts';
import { payoutErrorCalls } from './error-calls.ts';
import { settlementMachine, transferMachine } from './machine.ts';
import { monthCalls } from './month-calls.ts';
import { payoutCalls } from './payout-calls.ts';
import {
  BankFile,
  BankFilePreview,
  InvoiceSettlement,
  PayoutFiguresShape,
  PayoutRunProgress,
  SettlementSummary,
  TransferDetails,
  TransferSummary,
} from './shapes.ts';

const base = '/api/v2/settlement' as const;
const byId = z.object({ id });
/** Settlements are the super admins' alone (specification 2.6). */
const may = (action: 'read' | 'create' | 'edit') => ({ only: ['superadmin'], with: ['settlement_transactions', action] }) as const;
const note = z.string().trim().min(10).max(500);
/** The payees left out, and why. */
const left = z.array(z.object({ company: z.string(), why: z.string() }));
const bankFileOf = { fund: z.enum(bankFileFunds), channel: z.enum(bankChannels) };
const paged = { page: pageNumberSchema, page_size: pageSize, tabs: tabCountsFlag };

export const settlementCalls = {
  ...payoutCalls,
  ...monthCalls,
  startRun: call({
    method: 'POST',
    path: `${base}/make_run/`,
    summary: 'Create a payout run: one payout for each payee with all money cleared up to a day. Each payout needs approval before it is sent',
    needs: may('create'),
    body: z.strictObject({ cut_off: day }),
    /** `skipped`: of the payees checked so far. */
    result: PayoutRunProgress.extend({ skipped: left }),
    fails: ['invalid', 'conflict'],
    document: 'settlement_transactions',
  }),
  previewRun: call({
    method: 'GET',
    path: `${base}/preview_run/`,
    summary: 'Preview a payout run up to a day: payouts, available money and excluded payees; nothing is saved',
    needs: may('create'),
    query: z.object({ cut_off: day }),
    result: z.object({
      count: z.number(),
      net_cents: z.number(),
      ways: z.array(
        z.object({ rail: z.enum(payoutRails), fund: z.enum(['C', 'P']), count: z.number(), net_cents: z.number(), cash_cents: z.number() }),
      ),
      /** The largest payouts, with their breakdown. */
      payees: z.array(z.object({ company: z.string(), to: z.string(), net_cents: z.number(), figures: PayoutFiguresShape })),
      skipped: left,
    }),
    fails: ['invalid', 'conflict'],
  }),
  listPayouts: call({
    method: 'GET',
    path: `${base}/all_payments/`,
    summary: 'List payouts, newest first',
    needs: may('read'),
    query: z.object({
      ...paged,
      sort: buildSortSchema(['id', 'net_cents'], '-id'),
      z_filter: buildFilterSchema({
        q: searchText,
        status: stateSchema(settlementMachine),
        run_id: id,
        company_id: id,
        region: countyCodeShape,
        ...dayRange,
        /** Drafts the caller can approve, because another person made them. */
        waiting: z.enum(['true']),
      }),
    }),
    /** `stopped`: the reason why payouts are blocked, if any. `run`: the unfinished run. */
    result: buildListSchema(SettlementSummary).extend({ stopped: z.string().nullable(), run: PayoutRunProgress.nullable() }),
    fails: [],
  }),
  invoicePayouts: call({
    method: 'GET',
    path: `${base}/of_invoice/`,
    summary: 'List the receipts of an invoice that Makao holds, each with its payout or the day it clears',
    needs: { only: ['owner', 'agent', 'staff', 'admin', 'superadmin'], with: ['invoices', 'read'] },
    query: z.object({ invoice_id: id }),
    result: z.object({ results: z.array(InvoiceSettlement) }),
    fails: ['notFound'],
  }),
  approve: call({
    method: 'POST',
    path: `${base}/approve_payment/`,
    summary: 'Approve a payout as it was read; if it has changed, it is returned for confirmation instead',
    needs: approvalRules.payout.needs,
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
    summary: 'Cancel a payout that is not approved',
    needs: may('edit'),
    query: byId,
    body: z.strictObject({ reason: note }),
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'settlement_transactions',
  }),
  createBankFile: call({
    method: 'POST',
    path: `${base}/bank_file/`,
    summary: 'Create the bank file of all pending transfers of one debit account and channel; they count as sent',
    needs: may('edit'),
    body: z.strictObject(bankFileOf),
    result: csvFile.extend({ left }),
    fails: ['conflict'],
    document: 'settlement_transactions',
    fresh: true,
    secret: true,
  }),
  previewBankFile: call({
    method: 'GET',
    path: `${base}/bank_waiting/`,
    summary: 'Preview the bank files: their debit account, channel, number and total of transfers, and those left out',
    needs: may('read'),
    result: z.object({ files: z.array(BankFilePreview), left, more: z.boolean() }),
    fails: [],
  }),
  listBankFiles: call({
    method: 'GET',
    path: `${base}/bank_files/`,
    summary: 'List bank files, newest first',
    needs: may('read'),
    query: z.object({ page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(BankFile),
    fails: [],
  }),
  downloadBankFile: call({
    method: 'POST',
    path: `${base}/bank_file_again/`,
    summary: 'Download a bank file again, unchanged',
    needs: may('edit'),
    query: byId,
    result: csvFile,
    fails: ['notFound'],
    document: 'settlement_transactions',
    fresh: true,
    secret: true,
  }),
  importBankAnswer: call({
    method: 'POST',
    path: `${base}/import_confirmations/`,
    summary:
      'Import the bank’s response file: confirmed transfers, and failed ones for a second approver. `dry` previews it; lines imported before change nothing',
    needs: may('edit'),
    body: z.strictObject({ csv: z.string().min(1).max(900_000), dry: z.boolean().default(false) }),
    result: z.object({
      confirmed: z.number(),
      /** Transfers that the bank reports as failed: a second person approves each with evidence. */
      asked: z.number(),
      known: z.number(),
      /** Lines recorded as payout errors: another amount than was sent, or a contradiction of an earlier answer. */
      errors: z.number(),
      unread: z.array(z.object({ line: z.number(), why: z.string() })),
      /** The first lines: the result for the transfer, or the reason why nothing changes. */
      rows: z.array(
        z.object({
          line: z.number(),
          reference: z.string(),
          company: z.string().nullable(),
          cents: z.number().nullable(),
          becomes: z.enum(['confirmed', 'asked', 'known', 'error', 'unread']),
          why: z.string().nullable(),
        }),
      ),
    }),
    fails: ['invalid', 'conflict'],
    document: 'settlement_transactions',
  }),
  listTransfers: call({
    method: 'GET',
    path: `${base}/all_transactions/`,
    summary: 'List all transfer attempts, newest first',
    needs: may('read'),
    query: z.object({
      ...paged,
      sort: buildSortSchema(['id', 'cents'], '-id'),
      z_filter: buildFilterSchema({
        q: searchText,
        status: stateSchema(transferMachine),
        rail: z.enum(payoutRails),
        company_id: id,
        region: countyCodeShape,
        ...dayRange,
      }),
    }),
    result: buildListSchema(TransferSummary),
    fails: [],
  }),
  transferDetails: call({
    method: 'GET',
    path: `${base}/transaction_details/`,
    summary: 'Get a transfer attempt with the provider’s response',
    needs: may('read'),
    query: byId,
    result: TransferDetails,
    fails: ['notFound'],
  }),
  markReturned: call({
    method: 'POST',
    path: `${base}/came_back/`,
    summary: 'Report that a confirmed transfer was returned; a second person confirms it with evidence, and the money returns to the payee’s wallet',
    needs: approvalRules.returnedPayout.needs,
    query: byId,
    body: z.strictObject({ reason: note }),
    result: TransferDetails,
    fails: ['notFound', 'wrongState', 'conflict'],
    document: 'settlement_transactions',
    fresh: true,
  }),
  ...payoutErrorCalls,
} as const;
