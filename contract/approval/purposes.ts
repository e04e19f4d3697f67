import type { AccessRequirement, PermissionAction, PermissionDocument } from '#contract/access/documents.ts';
import { companyRolesOrAdmins } from '#contract/access/role-limits.ts';

/** The rule for approving a request of another person: the second approver. */
export type ApprovalRule = {
  /** The permissions of the approving call; the dashboard lists the task for the same people. */
  readonly needs: AccessRequirement;
  /**
   * The days since the approver accepted their role, or since it was last changed; null: a person with a new role may approve. The age of the account
   * does not count, because an old account can get a new role.
   */
  readonly settled: { readonly days: number } | null;
  /** Whether an invitation between the person who asks and the person who approves bars the approval (see `inviterApprovalBarDays`). */
  readonly apart: boolean;
};

/**
 * After a person accepts the invitation of another, neither can approve the other's requests about money for this number of days, because one person
 * could have created both accounts. Super admins are notified of a new super admin and can object in this time. The time is not longer, because a
 * platform with two super admins could otherwise approve nothing.
 */
export const inviterApprovalBarDays = 30;

/** The rule for money and records that Makao holds. */
const held = { settled: { days: 7 }, apart: true } as const satisfies Omit<ApprovalRule, 'needs'>;
/** The rule for money that a company holds itself. Its heads invite all its staff, so an invitation does not bar an approval. */
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
  cashWithoutCode: { needs: companyRolesOrAdmins('payments', 'create'), ...own },
  /** A reconciliation worksheet of an account: the preparer does not sign it. */
  worksheet: { needs: { only: ['admin', 'superadmin'], with: ['payments', 'edit'] }, ...held },
  /** Disabling or deleting a super admin. */
  superadmin: { needs: superadmins('admins', 'delete'), ...held },
} as const satisfies Readonly<Record<string, ApprovalRule>>;
export type ApprovalName = keyof typeof approvalRules;

const admins = { needs: { only: ['admin', 'superadmin'], with: ['payments', 'edit'] }, ...held } as const;

/**
 * Acts that are stored as an approval request and carried out when another person approves them (server/kernel/requested-acts.ts). The key is the
 * kind of the request.
 */
export const requestedActRules = {
  /** Importing a bank or paybill statement of an account that holds client money. */
  statementImport: { needs: superadmins('payments'), ...held },
  /** Undoing a correction of a reconciliation difference or another cash move. */
  cashMoveUndo: { needs: superadmins('payments'), ...held },
  monthClose: { needs: superadmins('payments'), ...held },
  /** A payout that a person records as failed or returned: its money can be withdrawn again. */
  payoutFailure: { needs: superadmins('settlement_transactions'), ...held },
  /** The daily payout limit and the holding days. */
  walletLimits: { needs: superadmins('wallet'), ...held },
  /** Inviting a super admin or an admin. */
  appointment: { needs: superadmins('admins'), ...held },
  /** Giving a person of Makao a role with permissions on money, and adding such permissions to a role that people have. */
  financeRole: { needs: superadmins('admins'), ...held },
  roleGrants: { needs: superadmins('admins'), ...held },
  commissionRule: { needs: superadmins('commission_settings'), ...held },
  /** The platform pays a loss from its own money. */
  platformLoss: { needs: superadmins('payments'), ...held },
  /** Reversing a payment that M-Pesa or a bank confirmed. */
  receiptReversal: admins,
  /** Allocating or unallocating client money beyond what one person of Makao may do alone. */
  allocation: admins,
  /** Correcting the amount of a recorded payment of client money. */
  paymentCorrection: admins,
  /** The move-out by an order to which a tenant objects goes ahead. */
  disputedMoveOut: admins,
  /** A payment of VAT or withholding tax to KRA. */
  taxRemittance: { needs: superadmins('payments'), ...held },
} as const satisfies Readonly<Record<string, ApprovalRule>>;
export type RequestedActKind = keyof typeof requestedActRules;
