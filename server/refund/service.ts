export { provenByLine } from './proof.ts';
export { askRefund } from './refunds.ts';
export { unprovenAt } from './rows.ts';
export { usualWay } from './send.ts';
export { refundRows, toRefunds } from './shown.ts';
export { givenBack, takenBack } from './taken-back.ts';
