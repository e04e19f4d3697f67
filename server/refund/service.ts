export { onRefundProven } from './proof.ts';
export { selectRefundRows, toRefundResponses } from './refund-shape.ts';
export { requestRefund } from './refunds.ts';
export { applyExternalReversal, sumRefunded } from './reversal.ts';
export { readUnprovenRefunds } from './rows.ts';
export { findDefaultRefundMethod } from './send.ts';
