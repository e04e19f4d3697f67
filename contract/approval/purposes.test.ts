import { expect, test } from 'vitest';
import { allows } from '#contract/access/allows.ts';
import { defaultGrants } from '#contract/access/grants.ts';
import { figureCalls } from '#contract/bank-statement/figure-calls.ts';
import { type WaitKey, waitOf } from '#contract/home/waits.ts';
import type { CallShape } from '#contract/kernel/call.ts';
import type { Role } from '#contract/kernel/roles.ts';
import { ledgerCalls } from '#contract/ledger/calls.ts';
import { paymentActCalls } from '#contract/payment/act-calls.ts';
import { followCalls } from '#contract/people/follow-calls.ts';
import { refundCalls } from '#contract/refund/calls.ts';
import { settlementCalls } from '#contract/settlement/calls.ts';
import { treasuryCalls } from '#contract/treasury/calls.ts';
import { walletCalls } from '#contract/wallet/calls.ts';
import { type ApprovalName, type ApprovalRule, approvals, invitedDays } from './purposes.ts';

type Expected = {
  readonly call: CallShape;
  readonly roles: readonly Role[];
  readonly waiting: string;
  readonly apart: boolean;
  readonly home?: WaitKey;
};
const superadmin = { roles: ['superadmin'], waiting: '24 hours of account', apart: true } as const;
const heads = { ...superadmin, roles: ['admin', 'superadmin'] } as const;
const companies = { waiting: 'none', apart: false } as const;
/** The table as an accountant reads it. Whoever changes a rule changes it here as well. */
const table = {
  payout: { ...superadmin, call: settlementCalls.approve, home: 'payouts' },
  returnedPayout: { ...superadmin, call: settlementCalls.cameBack },
  walletCorrection: { ...superadmin, call: walletCalls.adjustDecide, home: 'adjustments' },
  cashCorrection: { ...superadmin, call: figureCalls.approveMove, home: 'corrections' },
  platformAccount: { ...superadmin, call: treasuryCalls.decideAccount, home: 'accounts' },
  moneyMode: { ...superadmin, call: ledgerCalls.decideBook, home: 'modes' },
  clientRefund: { ...heads, call: refundCalls.decideRefund, home: 'refunds' },
  refundResend: { ...heads, call: refundCalls.sendRefund },
  reassignment: { ...heads, call: paymentActCalls.assign },
  companyRefund: { ...companies, roles: ['superadmin', 'admin', 'owner', 'agent'], call: refundCalls.decideRefund, home: 'refundsHere' },
  cashWithoutCode: { ...companies, roles: ['superadmin', 'admin', 'owner', 'agent'], call: paymentActCalls.confirmCash },
  superadmin: { ...superadmin, waiting: '7 days of superadmin', call: followCalls.settleRequest },
} as const satisfies Record<ApprovalName, Expected>;
const rows = Object.entries(table) as [ApprovalName, Expected][];
const roles = Object.keys(defaultGrants) as Role[];
const mayOf = (needs: ApprovalRule['needs']) => roles.filter((role) => allows(needs, { role, grants: defaultGrants[role] })).sort();
const waitingOf = ({ settled }: ApprovalRule): string =>
  settled === null ? 'none' : settled.of === 'account' ? `${settled.hours} hours of account` : `${settled.days} days of ${settled.of}`;

test.each(rows)('%s: who may approve, after how long, and whether an invitation bars it', (name, expected) => {
  const rule: ApprovalRule = approvals[name];
  expect({ roles: mayOf(rule.needs), waiting: waitingOf(rule), apart: rule.apart }).toEqual({
    roles: [...expected.roles].sort(),
    waiting: expected.waiting,
    apart: expected.apart,
  });
});

test.each(rows)('%s: the call that approves lets in whoever may approve', (name, { call }) => {
  expect(mayOf(call.needs)).toEqual(expect.arrayContaining(mayOf(approvals[name].needs)));
});

test.each(rows.flatMap(([name, { home }]) => (home ? [[name, home] as const] : [])))(
  '%s: a task on the home (%s) for those who may approve it',
  (name, home) => {
    const { needs, layouts, filter } = waitOf(home);
    expect(needs).toEqual(approvals[name].needs);
    expect(filter).toMatchObject({ waiting: 'true' });
    if ('only' in approvals[name].needs) expect(layouts).toEqual(approvals[name].needs.only);
  },
);

test('an invitation bars for 30 days', () => expect(invitedDays).toBe(30));
