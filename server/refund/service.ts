export { sendRefund, settleRefund } from './acts.ts';
export { provenByLine } from './proof.ts';
export { askRefund, decideRefund, paidRefund, refundEvidence, refunds, refundTo } from './refunds.ts';
export { unprovenAt } from './rows.ts';
export { usualWay } from './send.ts';
export { refundRows, toRefunds } from './shown.ts';
export { givenBack, takenBack } from './taken-back.ts';
