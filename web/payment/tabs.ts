import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { AccessRequirement } from '#contract/access/documents.ts';
import { reconciliationCalls } from '#contract/bank-statement/reconciliation-calls.ts';
import { cashCalls } from '#contract/cash/calls.ts';
import { m } from '#words/messages.js';

type MoneyTab = {
  /** The tab's name in the address: `?tab=…`. */
  readonly key: string;
  readonly label: () => string;
  readonly needs: AccessRequirement;
  readonly View: LazyExoticComponent<ComponentType>;
};

const suspense: MoneyTab = {
  key: 'suspense',
  label: m.payments_tab_suspense,
  needs: ['payments', 'read'],
  View: lazy(() => import('#web/matching/unallocated-tab.tsx')),
};
const refunds: MoneyTab = {
  key: 'refunds',
  label: m.payments_tab_refunds,
  needs: ['payments', 'read'],
  View: lazy(() => import('#web/refund/tab.tsx')),
};
const statements: MoneyTab = {
  key: 'import',
  label: m.payments_tab_import,
  needs: ['payments', 'edit'],
  View: lazy(() => import('#web/bank-statement/import-tab.tsx')),
};

const deposits: MoneyTab = {
  key: 'deposits',
  label: m.cash_tab,
  needs: cashCalls.listDeposits.needs,
  View: lazy(() => import('#web/cash/deposits-tab.tsx')),
};

/** Tabs beside the platform's payments. */
export const platformFinanceTabs: readonly MoneyTab[] = [
  suspense,
  refunds,
  statements,
  deposits,
  {
    key: 'cash',
    label: m.payments_tab_cash,
    needs: reconciliationCalls.listReconciliations.needs,
    View: lazy(() => import('#web/treasury/cash-tab.tsx')),
  },
];

/** Tabs under Transactions, in order. Another module adds its tab as a line here. */
export const transactionTabs: readonly MoneyTab[] = [
  { key: 'payments', label: m.payments_title, needs: ['payments', 'read'], View: lazy(() => import('./payments-tab.tsx')) },
  suspense,
  refunds,
  statements,
  deposits,
  {
    key: 'wallet',
    label: m.payments_tab_wallet,
    needs: ['wallet', 'read'],
    View: lazy(async () => ({ default: (await import('#web/wallet/wallet-tab.tsx')).WalletTab })),
  },
  {
    key: 'commissions',
    label: m.payments_tab_commissions,
    needs: ['commission', 'read'],
    View: lazy(async () => ({ default: (await import('#web/commission/commissions-tab.tsx')).CommissionsTab })),
  },
  {
    key: 'months',
    label: m.payments_tab_months,
    needs: ['wallet', 'read'],
    View: lazy(async () => ({ default: (await import('#web/wallet/months-tab.tsx')).MonthlyStatementsTab })),
  },
  {
    key: 'statements',
    label: m.payments_tab_statements,
    needs: ['wallet', 'read'],
    View: lazy(async () => ({ default: (await import('#web/settlement/statements-tab.tsx')).CompanyPayoutsTab })),
  },
  {
    key: 'paid',
    label: m.payments_tab_paid,
    needs: ['payments', 'read'],
    View: lazy(async () => ({ default: (await import('./payments-tab.tsx')).PaidToPlatformTab })),
  },
];
