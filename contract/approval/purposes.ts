import type { AccessRequirement, PermissionAction, PermissionDocument } from '#contract/access/documents.ts';
import { companyRolesOnly, companyRolesOrAdmins } from '#contract/access/role-limits.ts';

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

/** The rule of an act that is stored as a request: also who may request it, which is checked again when another person approves it. */
export type RequestedActRule = ApprovalRule & {
  /** The permissions of the calls that request the act; the requester still has one of them at the approval. */
  readonly asks: readonly AccessRequirement[];
};
const headsOf = companyRolesOrAdmins('payments', 'edit');
const adminsWith = (document: PermissionDocument, action: PermissionAction = 'edit') =>
  ({ only: ['admin', 'superadmin'], with: [document, action] }) as const;
const byAdmins = { needs: adminsWith('payments'), ...held } as const;
const bySuperadmins = { needs: superadmins('payments'), ...held } as const;
const roles = ['staff_roles_and_permissions', 'edit'] as const;

/**
 * Acts that are stored as an approval request and carried out when another person approves them (server/kernel/requested-acts.ts). The key is the
 * kind of the request.
 */
export const requestedActRules = {
  /** Importing a bank or paybill statement of an account that holds client money. */
  statementImport: { ...bySuperadmins, asks: [headsOf] },
  /** Undoing the import of a statement of an account that holds client money. */
  statementUndo: { ...bySuperadmins, asks: [headsOf] },
  /** Undoing a correction of a reconciliation difference or another cash move. */
  cashMoveUndo: { ...bySuperadmins, asks: [superadmins('payments')] },
  monthClose: { ...bySuperadmins, asks: [superadmins('payments')] },
  /** A payout that a person records as failed or returned: its money can be withdrawn again. */
  payoutFailure: {
    needs: superadmins('settlement_transactions'),
    ...held,
    asks: [adminsWith('settlement_errors'), superadmins('settlement_transactions')],
  },
  /** A payout that was recorded as failed and is found on the statement: the payee's wallet is debited. */
  payoutFound: { needs: superadmins('settlement_transactions'), ...held, asks: [adminsWith('settlement_errors')] },
  /** A refund of client money that a person records as failed: it can be sent again or released. */
  refundFailure: { ...byAdmins, asks: [adminsWith('payments')] },
  /** The daily payout limit, the holding days, the fees and who bears them, and Makao's own account. */
  walletLimits: { needs: superadmins('wallet'), ...held, asks: [adminsWith('wallet_settings')] },
  /** Inviting a super admin or an admin. */
  appointment: { needs: superadmins('admins'), ...held, asks: [['invites', 'create']] },
  /** Enabling the disabled account of a super admin or an admin with permissions on money. */
  accountEnable: { needs: superadmins('admins'), ...held, asks: [{ only: ['superadmin', 'admin', 'subadmin'] }] },
  /** Giving a person of Makao a role with permissions on money, and adding such permissions to a role that people have. */
  financeRole: { needs: superadmins('admins'), ...held, asks: [roles] },
  roleGrants: { needs: superadmins('admins'), ...held, asks: [roles] },
  commissionRule: {
    needs: superadmins('commission_settings'),
    ...held,
    asks: [adminsWith('commission_settings', 'create'), adminsWith('commission_settings'), adminsWith('commission_settings', 'delete')],
  },
  /**
   * A decision on a payment exception of a platform account: the platform bears the loss, keeps the credit of a reversed payment, records a second
   * receipt or reverses a payment.
   */
  platformLoss: { ...bySuperadmins, asks: [headsOf] },
  /** Reversing a payment that M-Pesa or a bank confirmed. */
  receiptReversal: { ...byAdmins, asks: [['payments', 'edit']] },
  /** Allocating or unallocating client money beyond what one person of Makao may do alone. */
  allocation: { ...byAdmins, asks: [['payments', 'edit']] },
  /** Recording an unallocated bank payment as cash that a company declared. */
  bankedCash: { ...byAdmins, asks: [adminsWith('payments')] },
  /** Correcting the amount of a recorded payment of client money. */
  paymentCorrection: { ...byAdmins, asks: [['payments', 'edit']] },
  /** The move-out by an order to which a tenant objects goes ahead. */
  disputedMoveOut: { ...byAdmins, asks: [companyRolesOnly('tenancies', 'edit')] },
  /** A payment of VAT or withholding tax to KRA. */
  taxRemittance: { ...bySuperadmins, asks: [superadmins('payments')] },
  /** Undoing the record of such a payment. */
  taxRemittanceUndo: { ...bySuperadmins, asks: [superadmins('payments')] },
} as const satisfies Readonly<Record<string, RequestedActRule>>;
export type RequestedActKind = keyof typeof requestedActRules;
/** The rule of a kind, with the type that all kinds share. */
export const getRequestedActRule = (kind: RequestedActKind): RequestedActRule => requestedActRules[kind];
