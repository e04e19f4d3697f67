import { expect, test } from 'vitest';
import { readStatementBalances } from './reconcile.ts';
import { chooseStatementColumns, findAccountNumber, parseStatement, parseStatementLine } from './statement.ts';
import { findStatementTemplate, type StatementTemplateKey, statementTemplates } from './templates.ts';

/** One file per format: a receipt of 45,000, money out of 150, and what the bank writes around them. */
const files: Readonly<Record<StatementTemplateKey, string>> = {
  kcb: `Account Number,1136012345,,,,,
Transaction Date,Value Date,Transaction Details,Money Out,Money In,Ledger Balance,Bank Reference Number
01.03.2027,01.03.2027,MPESA TKB1AA22BB JANE WAMBUI 254712000000 A101,,"45,000.00","145,000.00",FT27060KCB01
02.03.2027,02.03.2027,LEDGER FEE,-150.00,,"144,850.00",FT27061KCB02
Total,,,150.00,"45,000.00",,
`,
  equity: `Transaction Date,Value Date,Narrative,Transaction Reference,Debit,Credit,Running Balance
01-03-2027,01-03-2027,APP/JANE WAMBUI/A101,S12345678,,45000.00,145000.00
02-03-2027,02-03-2027,CHARGES,S12345679,150.00,,144850.00
`,
  cooperative: `Account Name: MAKAO CLIENTS
Transaction Date,Value Date,Narration,Transaction Reference,Debit Amount,Credit Amount,Book Balance
01/03/2027,02/03/2027,CASH DEPOSIT JANE WAMBUI,COOP27060A,0.00,"45,000.00","145,000.00"
02/03/2027,02/03/2027,SERVICE CHARGE,COOP27061B,150.00,0.00,"144,850.00"
,,Closing balance,,,,"144,850.00"
`,
  ncba: `Trans Date,Value Date,Trans Reference,Description,Debit,Credit,Balance
01-Mar-2027,02-Mar-2027,NC27060001,EFT FROM JANE WAMBUI,,"45,000.00","145,000.00"
02-Mar-2027,02-Mar-2027,NC27061001,MONTHLY FEE,150.00,,"144,850.00"
`,
  absa: `Transaction Date,Value Date,Description,Customer Reference,Debit Amount,Credit Amount,Running Balance
02/03/2027,02/03/2027,COMMISSION,ABS27061,150.00,,"144,850.00"
01/03/2027,01/03/2027,PESALINK FROM JANE WAMBUI,ABS27060,,"45,000.00","145,000.00"
`,
  stanbic: `Date,Value Date,Transaction Description,Reference Number,Payments,Deposits,Balance
2027-03-01,2027-03-01,RTGS B/O JANE WAMBUI,STB27060,,"45,000.00","145,000.00"
2027-03-02,2027-03-02,EXCISE DUTY,STB27061,150.00,,"144,850.00"
`,
  dtb: `Tran Date,Value Date,Tran Id,Tran Particulars,Instrument Id,Withdrawals,Deposits,Balance
01-03-2027,01-03-2027,S4567801,INWARD RTGS JANE WAMBUI,,0.00,"45,000.00","145,000.00 Cr"
02-03-2027,02-03-2027,S4567802,LEDGER FEE,,150.00,0.00,"144,850.00 Cr"
`,
  mpesa: `Short Code:,174379
Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.
TKB1AA22BC,2027-03-02 10:00:00,2027-03-02 10:00:00,Pay Bill Charge,Completed,,-150.00,"144,850.00",true,Pay Bill Charge,,,
TKB1AA22BB,2027-03-01 10:00:00,2027-03-01 10:00:00,Pay Bill from 2547***000 - JANE WAMBUI Acc. A101,Completed,"45,000.00",,"145,000.00",true,Pay Bill,2547***000 - JANE WAMBUI,,A101
`,
};

test.each(Object.entries(files) as [StatementTemplateKey, string][])('statement format %s: is recognised and read with its balances', (key, csv) => {
  const read = parseStatement(csv);
  expect(findStatementTemplate(read?.head ?? [])?.name).toBe(statementTemplates[key].name);
  const columns = chooseStatementColumns(read?.head ?? []);
  const lines = (read?.rows ?? []).map((row) => parseStatementLine(row, columns));
  expect(
    lines
      .filter(({ day, cents }) => day !== null && cents !== null)
      .map(({ day, cents }) => [day, cents])
      .toSorted(),
  ).toEqual([
    ['2027-03-01', 4_500_000],
    ['2027-03-02', -15_000],
  ]);
  const [came] = lines.filter(({ cents, day }) => day !== null && cents === 4_500_000);
  expect(came?.reference).not.toBe('');
  expect(`${came?.details} ${came?.payer}`).toContain('JANE WAMBUI');
  expect(readStatementBalances(lines)).toEqual({ opening: 10_000_000, closing: 14_485_000 });
});

test('statement format mpesa: the account number that the payer typed is read, and transactions that M-Pesa did not complete are no movements', () => {
  const [head = '', ...rows] = files.mpesa.split('\n').slice(1);
  const failed =
    'TKB1AA22BD,2027-03-01 11:00:00,2027-03-01 11:00:00,Pay Bill from 2547***000 - P K Acc. A102,Failed,"9,000.00",,"145,000.00",true,Pay Bill,2547***000 - P K,,A102';
  const read = parseStatement([head, rows[0], failed, ...rows.slice(1)].join('\n'));
  const columns = chooseStatementColumns(read?.head ?? []);
  const lines = (read?.rows ?? []).map((row) => parseStatementLine(row, columns));
  expect(lines.map(({ cents, failed: not, account }) => [cents, not, account])).toEqual([
    [-15_000, false, ''],
    [null, true, 'A102'],
    [4_500_000, false, 'A101'],
  ]);
  expect(findAccountNumber({ details: 'Acc. B7', reference: '', account_text: lines[2]?.account ?? '' })).toBe('A101');
  expect(readStatementBalances(lines)).toEqual({ opening: 10_000_000, closing: 14_485_000 });
});

test('statement format: a bank reference number is recognised in a file of no known format', () => {
  const read = parseStatement('Posting Date,Narration,Bank Reference Number,Debit,Credit,Balance\n2027-03-01,RENT,FT1,,1.00,1.00\n');
  expect(findStatementTemplate(read?.head ?? [])).toBeNull();
  expect(chooseStatementColumns(read?.head ?? [])).toMatchObject({ reference: 2, day: 0 });
});
