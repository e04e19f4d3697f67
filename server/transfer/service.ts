export {
  type AttemptChange,
  createTransferKey,
  type TransferAnswer,
  type TransferFailure,
  type TransferPurpose,
  type TransferSendDecision,
} from './purpose.ts';
export { makePayoutRail, type PayoutPaybill, type PayoutRail } from './rail.ts';
export { textContainsReferenceSql } from './reference.ts';
export { onTransferResultReceived } from './results.ts';
export { onTransferAnswer, queryDueTransfers, sendQueuedTransfers, sendTransfer, transferJob } from './send.ts';
export {
  canRecordTransferFailure,
  confirmTransfer,
  dropTransfer,
  failTransfer,
  isFailedByPerson,
  markTransferUnknown,
  recordTransferReturn,
} from './steps.ts';
