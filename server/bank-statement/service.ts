export { askPaybill, takeBalance } from './balance.ts';
export { approveMove, correct, figures } from './corrections.ts';
export { decideDoubt, doubts } from './doubts.ts';
export { neverCompared, reconcile, unexplainedNow } from './figures.ts';
export { dropRule, rules, saveRule } from './rules.ts';
export { statement, statementLines, statements } from './statement-lists.ts';
export { columns, importStatement, readStatement, undoStatement } from './statements.ts';
export { sweepStatements } from './take-over.ts';
