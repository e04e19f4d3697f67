export { onRefundProven } from './proof.ts';
export { refundRows, toRefundShapes } from './refund-shape.ts';
export { requestRefund } from './refunds.ts';
export { applyReversal, refundedTotal } from './reversal.ts';
export { readUnprovenRefunds } from './rows.ts';
export { defaultRefundWay } from './send.ts';
