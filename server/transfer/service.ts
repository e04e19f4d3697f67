export { type Answer, type AttemptChange, type Failure, newKey, type Order, type Purpose } from './purpose.ts';
export { type Paybill, type PayoutRail, payoutRail } from './rail.ts';
export { namesReference } from './reference.ts';
export { onPayoutAnswered } from './results.ts';
export { onTransferAnswer, queryDueTransfers, sendQueuedTransfers, sendTransfer, transferJob } from './send.ts';
export { confirmTransfer, dropTransfer, failTransfer, isFailedByPerson, markTransferUnknown, mayRecordFailure, returnTransfer } from './steps.ts';
