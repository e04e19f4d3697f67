import { nobodys } from '#contract/payment/kinds.ts';
import { m } from '#words/messages.js';
import { heads, ofCompany, type Wait } from './wait.ts';

/** Money that waits for somebody: to leave, to be put right, to find its owner. */
export const moneyWaits = {
  payouts: {
    layouts: ['superadmin'],
    needs: { only: ['superadmin'], with: ['settlement_transactions', 'edit'] },
    screen: 'settlement.payments',
    filter: { status: 'draft' },
    title: m.dashboard_wait_payouts,
    verb: m.dashboard_verb_approve,
    icon: 'CashBanknote',
  },
  payoutErrors: {
    layouts: heads,
    needs: ['settlement_errors', 'edit'],
    screen: 'settlement.errors',
    filter: { status: 'open' },
    title: m.dashboard_wait_payout_errors,
    verb: m.dashboard_verb_look,
    icon: 'AlertTriangle',
  },
  suspense: {
    layouts: heads,
    needs: ['payments', 'edit'],
    screen: 'payment.finance',
    filter: nobodys,
    shown: { tab: 'suspense' },
    title: m.dashboard_wait_suspense,
    verb: m.dashboard_verb_match,
    icon: 'Cash',
  },
  doubts: {
    layouts: heads,
    needs: ['payments', 'edit'],
    screen: 'payment.finance',
    filter: { status: 'open' },
    shown: { tab: 'suspense' },
    title: m.dashboard_wait_doubts,
    verb: m.dashboard_verb_decide,
    icon: 'AlertTriangle',
  },
  refunds: {
    layouts: heads,
    needs: ['payments', 'edit'],
    screen: 'payment.finance',
    filter: { status: 'asked' },
    shown: { tab: 'refunds', refund: 'asked' },
    title: m.dashboard_wait_refunds,
    verb: m.dashboard_verb_decide,
    icon: 'Cash',
  },
  unmatched: {
    ...ofCompany(['payments', 'edit']),
    screen: 'payment.transactions',
    filter: nobodys,
    shown: { tab: 'suspense' },
    title: m.dashboard_wait_suspense,
    verb: m.dashboard_verb_match,
    icon: 'Cash',
  },
} as const satisfies Readonly<Record<string, Wait>>;
