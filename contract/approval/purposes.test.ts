import { expect, test } from 'vitest';
import { defaultGrants } from '#contract/access/grants.ts';
import { isAllowed } from '#contract/access/is-allowed.ts';
import { accountingCalls } from '#contract/accounting/calls.ts';
import { reconciliationCalls } from '#contract/bank-statement/reconciliation-calls.ts';
import { findPendingTask, type PendingTaskKey } from '#contract/home/pending-tasks.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import type { Role } from '#contract/kernel/roles.ts';
import { ledgerCalls } from '#contract/ledger/calls.ts';
import { paymentActionCalls } from '#contract/payment/act-calls.ts';
import { accountActionCalls } from '#contract/people/account-action-calls.ts';
import { refundCalls } from '#contract/refund/calls.ts';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { type ApprovalName, type ApprovalRule, approvalRules, inviterApprovalBarDays } from './purposes.ts';

type Expected = {
  readonly call: CallShape;
  readonly roles: readonly Role[];
  readonly waiting: string;
  readonly apart: boolean;
  readonly home?: PendingTaskKey;
};
const superadmin = { roles: ['superadmin'], waiting: '7 days of the role', apart: true } as const;
const heads = { ...superadmin, roles: ['admin', 'superadmin'] } as const;
const companies = { waiting: 'none', apart: false } as const;
/** The table as an accountant reads it. A change of a rule must be repeated here. */
const table = {
  payout: { ...superadmin, call: settlementCalls.approve, home: 'payouts' },
  returnedPayout: { ...superadmin, call: settlementCalls.markReturned },
  walletCorrection: { ...superadmin, call: walletCalls.decideAdjustment, home: 'adjustments' },
  cashCorrection: { ...superadmin, call: reconciliationCalls.approveMove, home: 'corrections' },
  platformAccount: { ...superadmin, call: treasuryCalls.decideAccount, home: 'accounts' },
  moneyMode: { ...superadmin, call: ledgerCalls.decideMoneyMode, home: 'modes' },
  clientRefund: { ...heads, call: refundCalls.decideRefund, home: 'refunds' },
  refundResend: { ...heads, call: refundCalls.sendRefund },
  reassignment: { ...heads, call: paymentActionCalls.assign },
  companyRefund: { ...companies, roles: ['superadmin', 'admin', 'owner', 'agent'], call: refundCalls.decideRefund, home: 'refundsHere' },
  cashWithoutCode: { ...companies, roles: ['superadmin', 'admin', 'owner', 'agent'], call: paymentActionCalls.confirmCash },
  worksheet: { ...heads, call: accountingCalls.decideWorksheet, home: 'worksheets' },
  superadmin: { ...superadmin, call: accountActionCalls.settleRequest },
} as const satisfies Record<ApprovalName, Expected>;
const rows = Object.entries(table) as [ApprovalName, Expected][];
const roles = Object.keys(defaultGrants) as Role[];
const mayOf = (needs: ApprovalRule['needs']) => roles.filter((role) => isAllowed(needs, { role, grants: defaultGrants[role] })).sort();
const waitingOf = ({ settled }: ApprovalRule): string => (settled === null ? 'none' : `${settled.days} days of the role`);

test.each(rows)('approval of %s: has the expected approver roles and expiry, and the expected rule for invited accounts', (name, expected) => {
  const rule: ApprovalRule = approvalRules[name];
  expect({ roles: mayOf(rule.needs), waiting: waitingOf(rule), apart: rule.apart }).toEqual({
    roles: [...expected.roles].sort(),
    waiting: expected.waiting,
    apart: expected.apart,
  });
});

test.each(rows)('approval of %s: the approving call accepts every role that may approve', (name, { call }) => {
  expect(mayOf(call.needs)).toEqual(expect.arrayContaining(mayOf(approvalRules[name].needs)));
});

test.each(rows.flatMap(([name, { home }]) => (home ? [[name, home] as const] : [])))(
  'approval of %s: the pending task %s appears for exactly the roles that may approve',
  (name, home) => {
    const { needs, layouts, filter } = findPendingTask(home);
    expect(needs).toEqual(approvalRules[name].needs);
    expect(filter).toMatchObject({ waiting: 'true' });
    if ('only' in approvalRules[name].needs) expect(layouts).toEqual(approvalRules[name].needs.only);
  },
);

test("approval: an inviter and an invited person cannot approve each other's requests for 30 days", () => expect(inviterApprovalBarDays).toBe(30));
