export { onRefundProven } from './proof.ts';
export { refundRows, toRefunds } from './refund-shape.ts';
export { requestRefund } from './refunds.ts';
export { applyReversal, refundedTotal } from './reversal.ts';
export { unprovenAt } from './rows.ts';
export { defaultRefundWay } from './send.ts';
