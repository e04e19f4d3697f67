import { z } from 'zod';
import { approvals } from '#contract/approval/purposes.ts';
import { mpesaLimits } from '#contract/daraja/addresses.ts';
import { call } from '#contract/kernel/call.ts';
import { line } from '#contract/kernel/line.ts';
import { county, days, exported, filters, id, list, page, pageSize, part, searchText, sortBy, tabs } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { accounts } from '#contract/ledger/accounts.ts';
import { most } from '#contract/money/cents.ts';
import { amount } from '#contract/money/schema.ts';
import { bankCodes } from '#contract/reference/banks.ts';
import { m } from '#words/messages.js';
import { feeBearers } from './kinds.ts';
import { adjustmentMachine, walletMachine } from './machine.ts';
import { Adjustment, HeldDeposit, PayoutAccount, WalletEntry, WalletFull, WalletHead, WalletSettings } from './shapes.ts';

const base = '/api/v2/wallet' as const;
const byId = z.object({ id });
const platform = ['admin', 'superadmin'] as const;
const companies = ['owner', 'agent', 'dealer', 'staff'] as const;
/** What moves money, or says where it goes: never by who may only look. */
const acting = { only: companies, with: ['wallet_settings', 'edit'] } as const;
const reason = z.string().trim().min(10).max(500);
const code = z.string().trim().min(4).max(12);
const cents = amount(most.price, 1);

const entryFilters = filters({ pocket: z.coerce.number().int().min(accounts.ownerPayable).max(2999), ...days });

const target = z.discriminatedUnion('rail', [
  z.strictObject({ rail: z.literal('mpesa'), number: line.min(9).max(20) }),
  z.strictObject({
    rail: z.literal('bank'),
    bank_code: z.enum(bankCodes),
    number: z
      .string()
      .trim()
      .regex(/^\d{6,20}$/, { error: () => m.wallet_problem_account() }),
  }),
]);

export const walletCalls = {
  own: call({
    method: 'GET',
    path: `${base}/own/`,
    summary: 'The wallet of the caller’s company: available, pending, reserved; payout accounts; what holds some of it back',
    needs: { only: companies, with: ['wallet', 'read'] },
    result: WalletFull,
    fails: ['notFound'],
  }),
  all: call({
    method: 'GET',
    path: `${base}/all_wallets/`,
    summary: 'Every company’s wallet, for the platform',
    needs: { only: platform, with: ['wallet', 'read'] },
    query: z.object({
      page,
      page_size: pageSize,
      tabs,
      sort: sortBy(['total_cents', 'name'], '-total_cents'),
      z_filter: filters({
        ...{ q: searchText, status: stateSchema(walletMachine), company_id: id, region: county, mode: z.enum(['record', 'trust']) },
        /** With a correction for the caller to decide, since another asked. */
        waiting: z.enum(['true']),
      }),
    }),
    result: list(WalletHead),
    fails: [],
  }),
  details: call({
    method: 'GET',
    path: `${base}/wallet_details/`,
    summary: 'One wallet by its id',
    needs: ['wallet', 'read'],
    query: byId,
    result: WalletFull,
    fails: ['notFound'],
  }),
  entries: call({
    method: 'GET',
    path: `${base}/entries/`,
    summary: 'What came in and went out, newest first, each with its sentence and what was there after it',
    needs: ['wallet', 'read'],
    query: z.object({ id, page, page_size: pageSize, z_filter: entryFilters }),
    /** A statement of the days asked for: what was there before, what came and went, what was there after. */
    result: list(WalletEntry).extend({ opening_cents: z.number(), in_cents: z.number(), out_cents: z.number(), closing_cents: z.number() }),
    fails: ['notFound'],
  }),
  entriesCsv: call({
    method: 'GET',
    path: `${base}/export_entries/`,
    summary: 'The same as a table file, in parts of 5,000 rows',
    needs: ['wallet', 'read'],
    query: z.object({ id, z_filter: entryFilters, part }),
    result: exported,
    fails: ['notFound'],
  }),
  deposits: call({
    method: 'GET',
    path: `${base}/deposits/`,
    summary: 'Deposits held for the company’s tenants, tenancy by tenancy: a liability of its own',
    needs: ['wallet', 'read'],
    query: z.object({ id, page, page_size: pageSize }),
    result: list(HeldDeposit).extend({ total_cents: z.number() }),
    fails: ['notFound'],
  }),
  depositsCsv: call({
    method: 'GET',
    path: `${base}/export_deposits/`,
    summary: 'The same as a table file, in parts of 5,000 rows',
    needs: ['wallet', 'read'],
    query: z.object({ id, part }),
    result: exported,
    fails: ['notFound'],
  }),
  accountAdd: call({
    method: 'POST',
    path: `${base}/add_payout_account/`,
    summary: 'Says where money may be sent to; a code goes out that proves it, to the number itself where that is M-Pesa',
    needs: acting,
    body: z.strictObject({ holder: line.min(2).max(120), to: target }),
    result: PayoutAccount,
    fails: ['invalid', 'conflict', 'tooMany'],
    document: 'wallet_settings',
    fresh: true,
  }),
  accountCode: call({
    method: 'POST',
    path: `${base}/send_account_code/`,
    summary: 'Sends the code that proves an account once more',
    needs: acting,
    query: byId,
    result: z.object({ to: z.string() }),
    fails: ['notFound', 'wrongState', 'tooMany'],
    document: 'wallet_settings',
  }),
  accountProve: call({
    method: 'POST',
    path: `${base}/prove_payout_account/`,
    summary: 'Proves an account by the code; money goes there a day later at the earliest',
    needs: acting,
    query: byId,
    body: z.strictObject({ code }),
    result: PayoutAccount,
    fails: ['invalid', 'notFound', 'wrongState', 'tooMany'],
    document: 'wallet_settings',
  }),
  accountDefault: call({
    method: 'PATCH',
    path: `${base}/default_payout_account/`,
    summary: 'Settlements go to this account from now on',
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
    summary: 'Nothing is sent there any more',
    needs: acting,
    query: byId,
    result: z.object({ id: z.number() }),
    fails: ['notFound', 'wrongState'],
    document: 'wallet_settings',
  }),
  reserve: call({
    method: 'PATCH',
    path: `${base}/reserve/`,
    summary: 'How much stays when the company is paid out',
    needs: acting,
    body: z.strictObject({ reserve_cents: amount(most.charge), revision: z.number().int() }),
    result: WalletFull,
    fails: ['conflict'],
    document: 'wallet_settings',
  }),
  move: call({
    method: 'PATCH',
    path: `${base}/change_wallet_status/`,
    summary: 'Freezes a wallet, with a reason its holder reads, or lets it go',
    needs: { only: ['superadmin'], with: ['wallet', 'edit'] },
    query: byId,
    body: z.strictObject({ move: moveSchema(walletMachine), reason }),
    result: WalletFull,
    fails: ['notFound', 'wrongState'],
    document: 'wallet',
  }),
  adjust: call({
    method: 'POST',
    path: `${base}/ask_adjustment/`,
    summary: 'Asks for a correction by hand; another superadmin books it',
    needs: { only: ['superadmin'], with: ['wallet', 'edit'] },
    query: byId,
    body: z.strictObject({
      account_code: z.union([
        z.literal(accounts.ownerPayable),
        z.literal(accounts.agentPayable),
        z.literal(accounts.dealerPayable),
        z.literal(accounts.walletTopUps),
      ]),
      direction: z.enum(['in', 'out']),
      cents,
      reason,
    }),
    result: Adjustment,
    fails: ['notFound'],
    document: 'wallet',
    fresh: true,
  }),
  adjustDecide: call({
    method: 'PATCH',
    path: `${base}/decide_adjustment/`,
    summary: 'The second person books a correction, or refuses it',
    needs: approvals.walletCorrection.needs,
    query: byId,
    body: z.strictObject({ move: moveSchema(adjustmentMachine) }),
    result: Adjustment,
    fails: ['notFound', 'wrongState', 'forbidden', 'conflict'],
    document: 'wallet',
    fresh: true,
  }),
  settings: call({
    method: 'GET',
    path: `${base}/settings/`,
    summary: 'The platform’s rules for paying out',
    needs: { only: platform, with: ['wallet_settings', 'read'] },
    result: WalletSettings,
    fails: [],
  }),
  settingsUpdate: call({
    method: 'PATCH',
    path: `${base}/update_settings/`,
    summary: 'Changes the platform’s rules for paying out, from the next payout on',
    needs: { only: platform, with: ['wallet_settings', 'edit'] },
    body: z.strictObject({
      minimum_cents: amount(most.charge, mpesaLimits.leastOut),
      day_limit_cents: amount(most.price),
      holding_days: z.number().int().min(0).max(30),
      fees: z
        .array(z.strictObject({ upto: cents, cents: amount(most.charge) }))
        .max(12)
        .refine((bands) => new Set(bands.map(({ upto }) => upto)).size === bands.length, { error: () => m.wallet_problem_bands() }),
      fee_bearer: z.enum(feeBearers),
      revision: z.number().int(),
    }),
    result: WalletSettings,
    fails: ['conflict'],
    document: 'wallet_settings',
    fresh: true,
  }),
} as const;
