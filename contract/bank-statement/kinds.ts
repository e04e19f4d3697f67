export const statementStates = ['read', 'importing', 'imported', 'undoing', 'undone'] as const;
export type StatementState = (typeof statementStates)[number];
/** Lines of the statement are imported: all of them, or those processed so far. */
export const importedStatementStates = ['importing', 'imported', 'undoing'] as const satisfies readonly StatementState[];
/** The import or undo continues automatically, part by part. */
export const processingStatementStates = ['importing', 'undoing'] as const satisfies readonly StatementState[];
/** Lines per transaction of an import or undo. More lines would block other users of the same invoices for too long. */
export const statementLinesPerBatch = 100;
/**
 * The result of a statement line: new payment, already known, paid out, received on an account of deposits or of the platform, reversed, ignored by a
 * rule, unreadable, or a receipt of the platform's paybill that M-Pesa has not confirmed.
 */
export const statementLineOutcomes = ['new', 'known', 'out', 'in', 'reversal', 'ignored', 'wrong', 'unconfirmed'] as const;
export type StatementLineOutcome = (typeof statementLineOutcomes)[number];
/** Files that a company has uploaded and not imported: how many, their characters together, and the days until they expire. */
export const unreadStatementLimits = { statements: 10, characters: 12_000_000, days: 7 } as const;
/** Files that a company may upload in a day, whether or not they are imported. */
export const dailyStatementLimit = 30;
/** What the import does with lines that were probably imported before under another reference. */
export const probableDuplicateChoices = ['skip', 'import'] as const;
export type ProbableDuplicateChoice = (typeof probableDuplicateChoices)[number];
/** The columns a statement can have. `account`: the number that the payer typed; `status`: whether M-Pesa completed the transaction. */
export const statementColumns = ['day', 'in', 'out', 'amount', 'reference', 'details', 'payer', 'balance', 'account', 'status'] as const;
export type StatementColumn = (typeof statementColumns)[number];
export const statementRuleActions = ['tenancy', 'ignore'] as const;
export type StatementRuleAction = (typeof statementRuleActions)[number];
/** The source of a reported balance. */
export const reconciliationSources = ['statement', 'query'] as const;
/**
 * Known reasons for a difference between bank and ledger: journal of a later day; receipt pending a decision; line ignored by a rule; payout or refund
 * not on the statement yet; other journal not on the statement yet; reversal pending a decision; transfers in transit.
 */
export const reconcilingItemKinds = ['late', 'waiting', 'ignored', 'outstanding', 'missing', 'contested', 'under_way', 'arriving'] as const;
export type ReconcilingItemKind = (typeof reconcilingItemKinds)[number];
