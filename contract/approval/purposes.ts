import type { CallNeeds, PermissionAction, PermissionDocument } from '#contract/access/documents.ts';
import { companyOrAdmins } from '#contract/access/role-limits.ts';

/** The required age of the approver's account, or for a super admin the time since the invitation that made them one. */
export type EstablishedApprover = { readonly of: 'account'; readonly hours: number } | { readonly of: 'superadmin'; readonly days: number };

/** Who may approve what another person asked for. */
export type ApprovalRule = {
  /** The permissions of the approving call; the dashboard lists the task for the same people. */
  readonly needs: CallNeeds;
  /** Null: a new account may approve. */
  readonly settled: EstablishedApprover | null;
  /** Whether an invitation between the person who asks and the person who approves bars the approval (see `invitedDays`). */
  readonly apart: boolean;
};

/**
 * For this long after one accepted an invitation of the other, two people do not count as two for money: one could have created the other's account.
 * Super admins are notified of a new one and can object in this time. It is not longer, since a platform of two super admins could otherwise never
 * approve.
 */
export const invitedDays = 30;

/** What the platform holds. */
const held = { settled: { of: 'account', hours: 24 }, apart: true } as const satisfies Omit<ApprovalRule, 'needs'>;
/** What a company holds itself. Its heads invite all its staff, so an invitation between two of them says nothing. */
const own = { settled: null, apart: false } as const satisfies Omit<ApprovalRule, 'needs'>;
const superadmins = (document: PermissionDocument, action: PermissionAction = 'edit') =>
  ({ only: ['superadmin'], with: [document, action] }) as const;

/** Every request of one person that another approves. Calls, pending tasks and the server's rule read the approvers from here. */
export const approvalRules = {
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
  /** Reassigning an unallocated payment that was held for its payer or that moves to another company. */
  reassignment: { needs: { only: ['admin', 'superadmin'], with: ['payments', 'edit'] }, ...held },
  companyRefund: { needs: ['payments', 'edit'], ...own },
  /** Cash whose payer gave no code. The company answers for it with its own balance. */
  cashWithoutCode: { needs: companyOrAdmins('payments', 'create'), ...own },
  /** Disabling or deleting a superadmin. */
  superadmin: { needs: superadmins('admins', 'delete'), settled: { of: 'superadmin', days: 7 }, apart: true },
} as const satisfies Readonly<Record<string, ApprovalRule>>;
export type ApprovalName = keyof typeof approvalRules;
