import { payload } from '#contract/kernel/payload.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import { errorMachine, settlementMachine, transferMachine } from './machine.ts';

const own = { only: ['superadmin'], with: ['settlement_transactions', 'read'] } as const;
const desk = ['settlement_errors', 'read'] as const;
const payee = { group: 'money', channels: ['app', 'email', 'sms'] } as const;
type Sum = { sum: string; code: string };

export const settlementRoom = room({
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
    /** The same page for who is paid. */
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
      // Spelled so by the specification.
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
  machines: [settlementMachine, transferMachine, errorMachine],
  events: {
    'settlement.paid': { ...payee, type: 'success', params: payload<Sum & { where: string }>() },
    'settlement.failed': { ...payee, type: 'warning', params: payload<Sum & { where: string }>() },
    'settlement.alarm': { group: 'money', channels: ['app'], type: 'warning', params: payload<Sum & { who: string; count: string }>() },
    'settlement.unclear': { group: 'money', channels: ['app', 'email'], type: 'warning', params: payload<Sum & { who: string }>() },
    /** To superadmins: a payout arrived, or did not. */
    'settlement.ended': { group: 'money', channels: ['app'], params: payload<Sum & { who: string; became: 'paid' | 'failed' }>() },
    'settlement.waits': { group: 'money', channels: ['app', 'email'], params: payload<Sum & { who: string }>() },
    'wallet.withdrawal.requested': { ...payee, binds: true, params: payload<Sum & { where: string; who: string; reach: string }>() },
    'wallet.withdrawal.approved': { ...payee, params: payload<Sum & { where: string }>() },
    'wallet.withdrawal.canceled': { ...payee, params: payload<Sum & { reason: string }>() },
  },
  topics: {
    /** One attempt is carried out: written down first, then sent, and never sent twice. */
    'settlement.send': payload<{ transferId: number }>(),
    /** A payout run continues, batch after batch. */
    'settlement.run': payload<{ runId: number }>(),
  },
});
