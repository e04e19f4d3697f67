import type { MoneyControl } from './control.ts';

const statement = 'the statement';

/** Acts about statements, accounts and the books of Makao. */
export const bankControls: readonly MoneyControl[] = [
  {
    act: 'Import a statement of an account with client money',
    ask: ['payment.importStatement'],
    rule: 'statementImport',
    limits: 'The first balance equals the last imported one. A paybill receipt counts after M-Pesa confirmed its code.',
    evidence: 'the statement',
    test: ['server/bank-statement/import-request.db.test.ts', 'one person alone posts nothing from a typed statement'],
  },
  {
    act: 'Undo the import of a statement',
    ask: ['payment.undoStatement'],
    rule: 'statementUndo',
    limits:
      'Refused where the money was refunded or paid out, and below zero of the account. One person discards a file that was never imported, and undoes an import of the company’s own account.',
    evidence: 'Reason',
    test: ['server/bank-statement/undo/undo-request.db.test.ts', 'one person alone reverses nothing, and another person approves it'],
  },
  {
    act: 'Resolve a payment exception: bear the loss, keep the credit, record a second receipt or reverse a payment',
    ask: ['payment.resolveException'],
    rule: 'platformLoss',
    limits: 'The amount of the exception. One person adds a code to a known receipt, and decides on the company’s own account.',
    evidence: 'Reason',
    test: ['server/bank-statement/payment-exceptions.db.test.ts', 'a partly reversed payment remains completed'],
  },
  {
    act: 'Correct a difference between bank and ledger',
    ask: ['payment.correctDifference'],
    approve: 'payment.approveMove',
    rule: 'cashCorrection',
    limits: 'Exactly the difference; refused for the amount of a known transfer',
    evidence: 'Reason',
    test: ['server/bank-statement/outstanding-payouts.db.test.ts', 'refused for the amount of a sent transfer or of several'],
  },
  {
    act: 'Undo a posted correction or transfer between funds',
    ask: ['payment.requestMoveUndo'],
    rule: 'cashMoveUndo',
    limits: 'Only what no statement shows',
    evidence: 'Reason',
    test: ['server/bank-statement/outstanding-payouts.db.test.ts', 'two people undo a posted one'],
  },
  {
    act: 'Record a transfer between accounts of Makao',
    ask: ['payment.recordSweep', 'payment.recordClearing', 'payment.confirmMoveArrived', 'payment.undoMove'],
    rule: null,
    alone:
      'The money stays in accounts of Makao and belongs to the same people. If complete statements do not show it after 5 days, the payouts of that account stop.',
    limits: 'The balance of the account, less transfers under way; between funds, the amount owed',
    evidence: 'Bank reference; a reason to undo one that is under way',
    test: ['server/treasury/cash-moves.db.test.ts', 'rejects an amount above the amount owed'],
  },
  {
    act: 'Confirm an account of the platform',
    ask: ['payment.saveAccount'],
    approve: 'payment.decideAccount',
    rule: 'platformAccount',
    limits: 'The account is not used before',
    evidence: 'None',
    test: ['server/treasury/account-approval.db.test.ts', 'is not used until another super admin confirms'],
  },
  {
    act: 'Change the collection mode of a company',
    ask: ['ledger.requestMoneyMode'],
    approve: 'ledger.decideMoneyMode',
    rule: 'moneyMode',
    limits: 'Invoices issued before keep their mode',
    evidence: 'Reason',
    test: ['server/ledger/money-modes.db.test.ts', 'starting or ending trust mode requires a second approver'],
  },
  {
    act: 'Record the payment of VAT or withholding tax',
    ask: ['payment.requestRemittance'],
    rule: 'taxRemittance',
    limits: 'The balance of the tax account',
    evidence: 'Receipt of KRA',
    test: ['server/treasury/taxes.db.test.ts', 'is recorded by two people with its receipt'],
  },
  {
    act: 'Close or reopen a month',
    ask: ['accounting.requestMonth'],
    rule: 'monthClose',
    limits: 'All ledger checks pass; the checklist is the one that was read',
    evidence: 'Checklist',
    test: ['server/accounting/months.db.test.ts', 'the requester cannot close the month alone'],
  },
  {
    act: 'Sign the reconciliation of an account',
    ask: ['accounting.prepareWorksheet', 'accounting.makeCertificate'],
    approve: 'accounting.decideWorksheet',
    rule: 'worksheet',
    limits: 'The figures are those of the ledger',
    evidence: 'Explanation of a difference',
    test: ['server/accounting/accounting.db.test.ts', 'the preparer cannot sign it, another person signs it'],
  },
];
