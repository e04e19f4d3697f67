export const refundStates = ['asked', 'approved', 'refused', 'paid'] as const;
export type RefundState = (typeof refundStates)[number];
/**
 * How a refund, for example of a deposit, is paid: sent from the platform's paybill to the number that paid, or to a number that two people typed, or
 * paid manually.
 */
export const refundMethods = ['payer', 'typed', 'hand'] as const;
export type RefundMethod = (typeof refundMethods)[number];
/**
 * The actions on an approved refund: query M-Pesa again, send the refund again, record from the statement that it arrived, failed or arrived twice,
 * pay it manually, or cancel it.
 */
export const permittedRefundActions = ['ask', 'send', 'arrived', 'failed', 'twice', 'hand', 'undo'] as const;
export type PermittedRefundAction = (typeof permittedRefundActions)[number];
/** Why a sent refund needs a person. */
export const refundProblems = ['failed', 'unknown', 'amount', 'disagree'] as const;
export type RefundProblem = (typeof refundProblems)[number];
/** The ways to pay a refund manually. */
export const manualRefundMethods = ['mpesa', 'bank', 'cash'] as const;
export type ManualRefundMethod = (typeof manualRefundMethods)[number];
