import { z } from 'zod';
import { approvalRules } from '#contract/approval/purposes.ts';
import { mpesaLimits } from '#contract/daraja/addresses.ts';
import { call } from '#contract/kernel/call.ts';
import { singleLine } from '#contract/kernel/line.ts';
import {
  buildFilterSchema,
  buildListSchema,
  buildSortSchema,
  countyCodeShape,
  csvFile,
  csvPartNumber,
  dayRange,
  id,
  pageNumberSchema,
  pageSize,
  searchText,
  tabCountsFlag,
} from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { amountLimits } from '#contract/money/cents.ts';
import { amountSchema } from '#contract/money/schema.ts';
import { bankCodes } from '#contract/reference/banks.ts';
import { m } from '#words/messages.js';
import { payoutFeeBearers } from './kinds.ts';
import { walletAdjustmentMachine, walletMachine } from './machine.ts';
import { HeldDeposit, PayoutAccount, WalletAdjustment, WalletDetails, WalletEntry, WalletSettings, WalletSummary } from './shapes.ts';

const base = '/api/v2/wallet' as const;
const byId = z.object({ id });
const platform = ['admin', 'superadmin'] as const;
const companies = ['owner', 'agent', 'dealer', 'staff'] as const;
/** Actions that move money or change payout accounts: not for users with read access only. */
const acting = { only: companies, with: ['wallet_settings', 'edit'] } as const;
const reason = z.string().trim().min(10).max(500);
const code = z.string().trim().min(4).max(12);
const cents = amountSchema(amountLimits.price, 1);

const entryFilters = buildFilterSchema({ pocket: z.coerce.number().int().min(ledgerAccounts.ownerPayable).max(2999), ...dayRange });

const target = z.discriminatedUnion('rail', [
  z.strictObject({ rail: z.literal('mpesa'), number: singleLine.min(9).max(20) }),
  z.strictObject({
    rail: z.literal('bank'),
    bank_code: z.enum(bankCodes),
    number: z
      .string()
      .trim()
      .regex(/^\d{6,20}$/, { error: () => m.wallet_problem_account() }),
  }),
]);

/** The limits of the channels of bank files, and the account that pays Makao's own debts. */
const bankFileRules = {
  pesalink_limit_cents: amountSchema(amountLimits.price),
  eft_limit_cents: amountSchema(amountLimits.price),
  own_account_number: z
    .string()
    .trim()
    .regex(/^([0-9A-Z]{6,20})?$/, { error: () => m.wallet_problem_own_account() }),
};

export const walletCalls = {
  ownWallet: call({
    method: 'GET',
    path: `${base}/own/`,
    summary: 'Get the wallet of the caller’s company: available, clearing and reserved balances, payout accounts and holds',
    needs: { only: companies, with: ['wallet', 'read'] },
    result: WalletDetails,
    fails: ['notFound'],
  }),
  list: call({
    method: 'GET',
    path: `${base}/all_wallets/`,
    summary: 'List all wallets, for the platform',
    needs: { only: platform, with: ['wallet', 'read'] },
    query: z.object({
      page: pageNumberSchema,
      page_size: pageSize,
      tabs: tabCountsFlag,
      sort: buildSortSchema(['total_cents', 'name'], '-total_cents'),
      z_filter: buildFilterSchema({
        q: searchText,
        status: stateSchema(walletMachine),
        company_id: id,
        region: countyCodeShape,
        mode: z.enum(['record', 'trust']),
        /** With an adjustment that the caller may decide, because another person requested it. */
        waiting: z.enum(['true']),
      }),
    }),
    result: buildListSchema(WalletSummary),
    fails: [],
  }),
  walletDetails: call({
    method: 'GET',
    path: `${base}/wallet_details/`,
    summary: 'Get a wallet by its id',
    needs: ['wallet', 'read'],
    query: byId,
    result: WalletDetails,
    fails: ['notFound'],
  }),
  listEntries: call({
    method: 'GET',
    path: `${base}/entries/`,
    summary: 'List wallet entries, newest first, each with its description and the balance after it',
    needs: ['wallet', 'read'],
    query: z.object({ id, page: pageNumberSchema, page_size: pageSize, z_filter: entryFilters }),
    /** A statement of the requested days: opening balance, entries, closing balance. */
    result: buildListSchema(WalletEntry).extend({
      opening_cents: z.number(),
      in_cents: z.number(),
      out_cents: z.number(),
      closing_cents: z.number(),
    }),
    fails: ['notFound'],
  }),
  entriesCsv: call({
    method: 'GET',
    path: `${base}/export_entries/`,
    summary: 'Export wallet entries as CSV, in parts of 5,000 rows',
    needs: ['wallet', 'read'],
    query: z.object({ id, z_filter: entryFilters, part: csvPartNumber }),
    result: csvFile,
    fails: ['notFound'],
  }),
  listDeposits: call({
    method: 'GET',
    path: `${base}/deposits/`,
    summary: 'List deposits held for the company’s tenants, by tenancy; they are a separate liability',
    needs: ['wallet', 'read'],
    query: z.object({ id, page: pageNumberSchema, page_size: pageSize }),
    result: buildListSchema(HeldDeposit).extend({ total_cents: z.number() }),
    fails: ['notFound'],
  }),
  depositsCsv: call({
    method: 'GET',
    path: `${base}/export_deposits/`,
    summary: 'Export the deposits held as CSV, in parts of 5,000 rows',
    needs: ['wallet', 'read'],
    query: z.object({ id, part: csvPartNumber }),
    result: csvFile,
    fails: ['notFound'],
  }),
  accountAdd: call({
    method: 'POST',
    path: `${base}/add_payout_account/`,
    summary: 'Add a payout account; a code is sent to verify it, for M-Pesa to the number itself',
    needs: acting,
    body: z.strictObject({ holder: singleLine.min(2).max(120), to: target }),
    result: PayoutAccount,
    fails: ['invalid', 'conflict', 'tooMany'],
    document: 'wallet_settings',
    fresh: true,
  }),
  accountCode: call({
    method: 'POST',
    path: `${base}/send_account_code/`,
    summary: 'Send the verification code of a payout account again',
    needs: acting,
    query: byId,
    result: z.object({ to: z.string() }),
    fails: ['notFound', 'wrongState', 'conflict', 'tooMany'],
    document: 'wallet_settings',
    fresh: true,
  }),
  accountProve: call({
    method: 'POST',
    path: `${base}/prove_payout_account/`,
    summary: 'Verify a payout account with its code; payouts to it start a day later at the earliest',
    needs: acting,
    query: byId,
    body: z.strictObject({
      /** The code sent to the M-Pesa number, or for a bank account to the caller's verified contact. */
      code,
      /** For another M-Pesa number than the caller's own: the code sent to the caller's verified contact. */
      own_code: code.optional(),
    }),
    result: PayoutAccount,
    fails: ['invalid', 'notFound', 'wrongState', 'conflict', 'tooMany'],
    document: 'wallet_settings',
    fresh: true,
  }),
  accountDefault: call({
    method: 'PATCH',
    path: `${base}/default_payout_account/`,
    summary: 'Set the account that payout runs use',
    needs: acting,
    query: byId,
    result: PayoutAccount,
    fails: ['notFound', 'wrongState'],
    document: 'wallet_settings',
    fresh: true,
  }),
  accountClose: call({
    method: 'DELETE',
    path: `${base}/close_payout_account/`,
    summary: 'Remove a payout account',
    needs: acting,
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'wallet_settings',
  }),
  setReserve: call({
    method: 'PATCH',
    path: `${base}/reserve/`,
    summary: 'Set the minimum balance that payout runs leave in the wallet',
    needs: acting,
    body: z.strictObject({ reserve_cents: amountSchema(amountLimits.charge), revision: z.number().int() }),
    result: WalletDetails,
    fails: ['conflict'],
    document: 'wallet_settings',
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/change_wallet_status/`,
    summary: 'Freeze a wallet with a reason its holder reads, or unfreeze it',
    needs: { only: ['superadmin'], with: ['wallet', 'edit'] },
    query: byId,
    body: z.strictObject({ move: moveSchema(walletMachine), reason }),
    result: WalletDetails,
    fails: ['notFound', 'wrongState'],
    document: 'wallet',
  }),
  requestAdjustment: call({
    method: 'POST',
    path: `${base}/ask_adjustment/`,
    summary: 'Request a manual adjustment; another super admin posts it',
    needs: { only: ['superadmin'], with: ['wallet', 'edit'] },
    query: byId,
    body: z.strictObject({
      account_code: z.union([
        z.literal(ledgerAccounts.ownerPayable),
        z.literal(ledgerAccounts.agentPayable),
        z.literal(ledgerAccounts.dealerPayable),
        z.literal(ledgerAccounts.walletTopUps),
      ]),
      direction: z.enum(['in', 'out']),
      cents,
      reason,
    }),
    result: WalletAdjustment,
    fails: ['notFound'],
    document: 'wallet',
    fresh: true,
  }),
  decideAdjustment: call({
    method: 'PATCH',
    path: `${base}/decide_adjustment/`,
    summary: 'Approve or reject an adjustment as the second person; approval posts it',
    needs: approvalRules.walletCorrection.needs,
    query: byId,
    body: z.strictObject({ move: moveSchema(walletAdjustmentMachine) }),
    result: WalletAdjustment,
    fails: ['notFound', 'wrongState', 'forbidden', 'conflict'],
    document: 'wallet',
    fresh: true,
  }),
  readSettings: call({
    method: 'GET',
    path: `${base}/settings/`,
    summary: 'Get the platform’s payout settings',
    needs: { only: platform, with: ['wallet_settings', 'read'] },
    result: WalletSettings,
    fails: [],
  }),
  settingsUpdate: call({
    method: 'PATCH',
    path: `${base}/update_settings/`,
    summary:
      'Update the platform’s payout settings, from the next payout. A higher daily limit, a shorter clearing period, higher fees, fees for payees and another own account are requested, and a second person approves them',
    needs: { only: platform, with: ['wallet_settings', 'edit'] },
    body: z.strictObject({
      minimum_cents: amountSchema(amountLimits.charge, mpesaLimits.leastOut),
      day_limit_cents: amountSchema(amountLimits.price),
      holding_days: z.number().int().min(0).max(30),
      fees: z
        .array(z.strictObject({ upto: cents, cents: amountSchema(amountLimits.charge) }))
        .max(12)
        .refine((bands) => new Set(bands.map(({ upto }) => upto)).size === bands.length, { error: () => m.wallet_problem_bands() }),
      fee_bearer: z.enum(payoutFeeBearers),
      ...bankFileRules,
      /** Why a setting changes that a second person approves; required then. */
      reason: z.string().trim().max(500).default(''),
      revision: z.number().int(),
    }),
    result: WalletSettings,
    fails: ['conflict', 'invalid'],
    document: 'wallet_settings',
    fresh: true,
  }),
} as const;
