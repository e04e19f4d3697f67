/** The states of a request, in the order of its tabs. */
export const approvalRequestStates = ['asked', 'approved', 'rejected', 'withdrawn', 'expired'] as const;
export type ApprovalRequestState = (typeof approvalRequestStates)[number];
/** A request that is not decided in this time expires. The requester can request it again. */
export const approvalRequestDays = 14;
