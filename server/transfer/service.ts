export { type Answer, type AttemptChange, type Failure, newKey, type Order, type Purpose } from './purpose.ts';
export { type Paybill, type PayoutRail, payoutRail } from './rail.ts';
export { namesReference } from './reference.ts';
export { payoutAnswered } from './results.ts';
export { askDue, onAnswer, send, sendQueued, transferJob } from './send.ts';
export { confirm, drop, fail, giveBack, isFailedByPerson, lose, mayRecordFailure } from './steps.ts';
