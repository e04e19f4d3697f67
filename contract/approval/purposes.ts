import type { Action, Document, Needs } from '#contract/access/documents.ts';
import { keepers } from '#contract/access/whose.ts';

/** How long the person who approves has been here: since the account was made, or since an invitation made them a superadmin. */
export type Settled = { readonly of: 'account'; readonly hours: number } | { readonly of: 'superadmin'; readonly days: number };

/** Who may approve what another person asked for. */
export type ApprovalRule = {
  /** What the call that approves needs; the home lists the task for the same people. */
  readonly needs: Needs;
  /** Null: a new account may approve. */
  readonly settled: Settled | null;
  /** Whether an invitation between the person who asks and the person who approves bars the approval (see `invitedDays`). */
  readonly apart: boolean;
};

/**
 * So long after one of them accepted an invitation of the other, two people are not two for money: one could have made the other's account. All
 * superadmins are notified of a new one, and have this time to object. It is no longer, since a platform of two superadmins could never approve.
 */
export const invitedDays = 30;

/** What the platform holds. */
const held = { settled: { of: 'account', hours: 24 }, apart: true } as const satisfies Omit<ApprovalRule, 'needs'>;
/** What a company holds itself. Its heads invite all its staff, so an invitation between two of them says nothing. */
const own = { settled: null, apart: false } as const satisfies Omit<ApprovalRule, 'needs'>;
const superadmins = (document: Document, action: Action = 'edit') => ({ only: ['superadmin'], with: [document, action] }) as const;

/** Every act that one person asks for and another approves. Calls, the home's tasks and the server's rule read who may approve from here. */
export const approvals = {
  payout: { needs: superadmins('settlement_transactions'), ...held },
  returnedPayout: { needs: superadmins('settlement_transactions'), ...held },
  walletCorrection: { needs: superadmins('wallet'), ...held },
  cashCorrection: { needs: superadmins('payments'), ...held },
  platformAccount: { needs: superadmins('payments'), ...held },
  /** Whether the platform holds a company's money in trust. */
  moneyMode: { needs: superadmins('payments'), ...held },
  /** A refund of money the platform holds; the same sent again after a person recorded that it failed; and of money a company holds itself. */
  clientRefund: { needs: { only: ['admin', 'superadmin'], with: ['payments', 'edit'] }, ...held },
  refundResend: { needs: { only: ['admin', 'superadmin'], with: ['payments', 'edit'] }, ...held },
  /** Whose money is that was taken off a home, where it was held for who paid it or goes to another company. */
  reassignment: { needs: { only: ['admin', 'superadmin'], with: ['payments', 'edit'] }, ...held },
  companyRefund: { needs: ['payments', 'edit'], ...own },
  /** Cash whose payer gave no code. The company answers for it with its own balance. */
  cashWithoutCode: { needs: keepers('payments', 'create'), ...own },
  /** Disabling or deleting a superadmin. */
  superadmin: { needs: superadmins('admins', 'delete'), settled: { of: 'superadmin', days: 7 }, apart: true },
} as const satisfies Readonly<Record<string, ApprovalRule>>;
export type ApprovalName = keyof typeof approvals;
