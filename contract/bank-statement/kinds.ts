export const statementStates = ['read', 'importing', 'imported', 'undoing', 'undone'] as const;
export type StatementState = (typeof statementStates)[number];
/** Lines of it are taken over: all, or those that were up to now or are still. */
export const takenStates = ['importing', 'imported', 'undoing'] as const satisfies readonly StatementState[];
/** It goes on by itself, part by part. */
export const workedStates = ['importing', 'undoing'] as const satisfies readonly StatementState[];
/** So many lines are taken over, or back, in one transaction: whoever needs the same invoices waits a moment. */
export const takenTogether = 100;
/** What a line of a statement comes to: new money, known already, paid out, taken back, or none of our business. */
export const lineFates = ['new', 'known', 'out', 'reversal', 'ignored', 'wrong'] as const;
export type LineFate = (typeof lineFates)[number];
/** The columns a statement can have. */
export const statementColumns = ['day', 'in', 'out', 'amount', 'reference', 'details', 'payer', 'balance'] as const;
export type StatementColumn = (typeof statementColumns)[number];
export const ruleActs = ['tenancy', 'ignore'] as const;
export type RuleAct = (typeof ruleActs)[number];
/** How it is known what an account of ours stands at. */
export const figureSources = ['statement', 'query'] as const;
/**
 * Why a bank and the books differ where that is known: booked after that day; came and waits for a decision; a rule says it is none of our business;
 * booked and not on the statement yet; taken back, and the desk decides about it; payouts or payments that are on their way.
 */
export const figureParts = ['late', 'waiting', 'ignored', 'missing', 'contested', 'under_way', 'arriving'] as const;
export type FigurePart = (typeof figureParts)[number];
