export { applyTo, owedAt, takesFund } from './apply.ts';
export { payerOf, restOf, type Whose } from './credit.ts';
export { ask, assign, insistCompleted, managed, reverse, unmatch } from './desk.ts';
export { isGiven, refundable } from './given-back.ts';
export { isKept } from './kept.ts';
export { candidatesOf, look, lookMany, sweepUnlooked } from './look.ts';
export { mayReverse, reverseBy } from './reverse.ts';
export { addRefunded, creditsHeld, creditsOf, free, holdAll, standing } from './unallocate.ts';
