export { onRefundProven } from './proof.ts';
export { selectRefundRows, toRefundShapes } from './refund-shape.ts';
export { requestRefund } from './refunds.ts';
export { applyExternalReversal, sumRefunded } from './reversal.ts';
export { readUnprovenRefunds } from './rows.ts';
export { findDefaultRefundWay } from './send.ts';
