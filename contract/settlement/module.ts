import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import { payoutErrorMachine, settlementMachine, transferMachine } from './machine.ts';

const own = { only: ['superadmin'], with: ['settlement_transactions', 'read'] } as const;
const desk = ['settlement_errors', 'read'] as const;
const payee = { group: 'money', channels: ['app', 'email', 'sms'] } as const;
type Sum = { sum: string; code: string };

export const settlementModule = defineModule({
  screens: {
    payments: {
      title: m.screens_settlement_payments,
      at: 'finance/settlement_payments',
      layouts: ['superadmin'],
      needs: own,
      view: 'settlement/payments',
      menu: { group: 'money', icon: 'CashBanknote', order: 40 },
    },
    payment: {
      title: m.screens_settlement_payment,
      at: 'finance/settlement_payments/:id',
      layouts: ['superadmin'],
      needs: own,
      view: 'settlement/payment',
    },
    /** The same page as the payee sees it. */
    payout: {
      title: m.screens_settlement_payment,
      at: 'transactions/payouts/:id',
      layouts: companyRoles,
      needs: ['wallet', 'read'],
      view: 'settlement/payment',
      ours: true,
    },
    transfers: {
      title: m.screens_settlement_transfers,
      at: 'finance/settlement_transactions',
      layouts: ['superadmin'],
      needs: own,
      view: 'settlement/transfers',
      menu: { group: 'money', icon: 'ArrowsExchange', order: 45 },
    },
    transfer: {
      title: m.screens_settlement_transfer,
      at: 'finance/settlement_transactions/:id',
      layouts: ['superadmin'],
      needs: own,
      view: 'settlement/transfer',
    },
    errors: {
      title: m.screens_settlement_errors,
      // The specification has this spelling.
      at: 'finance/settlment_errors',
      layouts: ['admin', 'superadmin'],
      needs: desk,
      view: 'settlement/errors',
      menu: { group: 'money', icon: 'AlertTriangle', order: 50 },
    },
    error: {
      title: m.screens_settlement_error,
      at: 'finance/settlment_errors/:id',
      layouts: ['admin', 'superadmin'],
      needs: desk,
      view: 'settlement/error',
    },
  },
  machines: [settlementMachine, transferMachine, payoutErrorMachine],
  events: {
    'settlement.paid': { ...payee, type: 'success', params: definePayload<Sum & { where: string }>() },
    'settlement.failed': { ...payee, type: 'warning', params: definePayload<Sum & { where: string }>() },
    'settlement.alarm': { group: 'money', channels: ['app'], type: 'warning', params: definePayload<Sum & { who: string; count: string }>() },
    'settlement.unclear': { group: 'money', channels: ['app', 'email'], type: 'warning', params: definePayload<Sum & { who: string }>() },
    /** To super admins: a payout was paid or failed. */
    'settlement.ended': { group: 'money', channels: ['app'], params: definePayload<Sum & { who: string; became: 'paid' | 'failed' }>() },
    /** `who` is the payee, `by` the person who requested it. */
    'settlement.waits': { group: 'money', channels: ['app', 'email'], params: definePayload<Sum & { who: string; by: string }>() },
    'wallet.withdrawal.requested': { ...payee, binds: true, params: definePayload<Sum & { where: string; who: string; reach: string }>() },
    /** Who requested it, and who approved it. */
    'wallet.withdrawal.approved': { ...payee, params: definePayload<Sum & { where: string; asked: string; by: string }>() },
    'wallet.withdrawal.canceled': { ...payee, params: definePayload<Sum & { reason: string }>() },
  },
  topics: {
    /** One attempt is sent: it is recorded first, so that it is never sent twice. */
    'settlement.send': definePayload<{ transferId: number }>(),
    /** A payout run continues, batch after batch. */
    'settlement.run': definePayload<{ runId: number }>(),
  },
});
