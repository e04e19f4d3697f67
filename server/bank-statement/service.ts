export { askPaybill, takeBalance } from './balance.ts';
export { neverCompared, reconcile, unexplainedNow } from './figures.ts';
export { sweepStatements } from './take-over.ts';
