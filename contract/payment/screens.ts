import { companyRoles, platformRoles } from '#contract/kernel/roles.ts';
import { screens } from '#contract/kernel/screen.ts';
import { m } from '#words/messages.js';

const needs = ['payments', 'read'] as const;
const tenancy = ['tenancy'] as const;
const books = ['admin', 'superadmin'] as const;

/** Payment screens: of all managed homes, of the whole platform, and of the tenant's own lease. */
export const paymentScreens = screens({
  transactions: {
    title: m.payments_transactions,
    at: 'transactions',
    layouts: companyRoles,
    needs,
    view: 'payment/transactions',
    menu: { group: 'money', icon: 'Cash', order: 10 },
  },
  detail: { title: m.payments_one, at: 'transactions/:id', layouts: companyRoles, needs, view: 'payment/detail' },
  register: {
    title: m.payments_register,
    at: 'payment_transactions',
    layouts: platformRoles,
    needs,
    view: 'payment/register',
    menu: { group: 'money', icon: 'History', order: 20 },
  },
  finance: {
    title: m.payments_finance,
    at: 'finance/payments',
    layouts: books,
    needs,
    view: 'payment/finance',
    menu: { group: 'money', icon: 'Cash', order: 10 },
  },
  financeOne: { title: m.payments_one, at: 'finance/payments/:id', layouts: books, needs, view: 'payment/detail' },
  own: {
    title: m.payments_own_title,
    at: 'payment_transactions',
    layouts: tenancy,
    needs: 'signed-in',
    view: 'payment/own-payments',
    menu: { group: 'top', icon: 'Cash', order: 6 },
  },
  ownAccount: { title: m.payments_account_own, at: 'statement', layouts: tenancy, needs: 'signed-in', view: 'payment/own-account', ours: true },
  ownOne: {
    title: m.payments_one,
    at: 'payment_transactions/:id/:invoice_code',
    layouts: tenancy,
    needs: 'signed-in',
    view: 'payment/own-payment',
  },
});
