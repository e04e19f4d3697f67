/** Acts and records that need two people: the approvals of rows with pending columns of their own, and stored requests for all other acts. */
export { type ApprovalRequestRow, defineRequestedAct } from '#server/kernel/requested-acts.ts';
export {
  type ApprovalBlocker,
  assertCanApprove,
  findApprovalBlocker,
  getRequestedAtColumn,
  isAwaitingApprovalSql,
  isNewApprover,
} from './blockers.ts';
export { closeBlockedRequests, findOpenRequest } from './open-requests.ts';
export { type ApprovalPurpose, defineApprovalPurpose, type PurposeApprovalBlocker } from './purpose.ts';
export { readCallerName, readPersonName } from './requester.ts';
export { requestApproval } from './requests.ts';
