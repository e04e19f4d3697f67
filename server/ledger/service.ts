/** The books: what other rooms may use of them, and what their calls are served by. */

export { bookedAbout } from './booked.ts';
export { codeOf } from './codes.ts';
export { books, close, closed, decideBook, keepBook, proofs, prove, setBook } from './keep.ts';
export { balance, balances, held, type Journal, modeOf, type Named, pairsOf, post, postMany, stood, undo } from './post.ts';
export { settlementsStopped } from './proofs.ts';
export { journal, journals, journalsCsv, periods, trial } from './read.ts';
export { pagesFor } from './source.ts';
