export {
  type AttemptChange,
  newTransferKey,
  type TransferAnswer,
  type TransferFailure,
  type TransferOrder,
  type TransferPurpose,
} from './purpose.ts';
export { makePayoutRail, type PayoutPaybill, type PayoutRail } from './rail.ts';
export { namesReferenceSql } from './reference.ts';
export { onPayoutAnswered } from './results.ts';
export { onTransferAnswer, queryDueTransfers, sendQueuedTransfers, sendTransfer, transferJob } from './send.ts';
export { confirmTransfer, dropTransfer, failTransfer, isFailedByPerson, markTransferUnknown, mayRecordFailure, returnTransfer } from './steps.ts';
