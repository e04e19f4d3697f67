import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  findAccountNumber,
  guessStatementColumns,
  isStatementForAccount,
  parsePayer,
  parseStatement,
  parseStatementDay,
  parseStatementLine,
} from './statement.ts';

const bank = `Account No: 01136012345678
Statement from 01/03/2027
Transaction Date,Narration,Reference,Debit,Credit,Balance
01/03/2027,RENT ACC TCYAB2CD3 OTIENO,FT27060ABC,,"45,000.00","100,000.00"
02/03/2027,BANK CHARGES,FT27061,150.00,,"99,850.00"
`;

test('bank statement: finds the heading row at any position in the file', () => {
  const read = parseStatement(bank);
  expect(read?.rows).toHaveLength(2);
  const columns = guessStatementColumns(read?.head ?? []);
  expect(columns).toEqual({ reference: 2, day: 0, in: 4, out: 3, balance: 5, details: 1 });
  const [first, second] = (read?.rows ?? []).map((row) => parseStatementLine(row, columns));
  expect(first).toMatchObject({ day: '2027-03-01', cents: 4_500_000, reference: 'FT27060ABC' });
  expect(second).toMatchObject({ cents: -15_000 });
  expect(first && findAccountNumber(first)).toBe('TCYAB2CD3');
  expect(isStatementForAccount(read?.before ?? '', '01136012345678')).toBe(true);
  expect(isStatementForAccount(read?.before ?? '', '01139999999999')).toBe(false);
  expect(parseStatement('a,b\n1,2')).toBeNull();
});

test('bank statement: reads the usual Kenyan date formats', () => {
  for (const text of ['2027-03-01', '01/03/2027', '1-Mar-2027', '01.03.27', '2027-03-01 10:21:15'])
    expect(parseStatementDay(text)).toBe('2027-03-01');
  for (const text of ['', '32/03/2027', 'yesterday', '03/13/2027']) expect(parseStatementDay(text)).toBeNull();
});

test('bank statement: reads the time of a line as Nairobi time when the file contains times', () => {
  const at = (day: string) => parseStatementLine([day, '100'], { day: 0, in: 1 }).at?.toISOString() ?? null;
  expect(at('2027-03-02 10:01:44')).toBe('2027-03-02T07:01:44.000Z');
  expect(at('02/03/2027 1:05 PM')).toBe('2027-03-02T10:05:00.000Z');
  expect(at('02/03/2027 12:05 am')).toBe('2027-03-01T21:05:00.000Z');
  for (const day of ['02/03/2027', '02/03/2027 25:00', 'today 10:00']) expect(at(day)).toBeNull();
});

test('bank statement: recognises an account number with one wrong character, but no ordinary word that starts like an account number', () => {
  const typed = (details: string) => findAccountNumber({ details, reference: '' });
  expect(typed('RENT TCYXCZZ3O')).toBe('TCYXCZZ3O');
  expect(typed('RENT TCY-XCZZ3')).toBe('TCY-XCZZ3');
  for (const words of ['INVOLVING FEES', 'INVOICES MARCH', 'RENT']) expect(typed(words)).toBe('');
});

test('bank statement: reads a complete account number from any surrounding text', () => {
  const typed = (details: string) => findAccountNumber({ details, reference: '' });
  expect(typed('Acc. NOBODY13')).toBe('NOBODY13');
  expect([typed('ACCNO1234567'), typed('A/C No: 0722 123 456 RENT'), typed('Acc. HSE 12')]).toEqual(['1234567', '0722 123 456', 'HSE 12']);
  for (const words of ['ACCOMMODATION FEES 2027', 'VACCINE 20271', 'NO ACCESS 2027']) expect(typed(words)).toBe('');
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'];
  const account = fc.array(fc.constantFrom(...letters), { minLength: 4, maxLength: 12 }).map((some) => some.join(''));
  const said = ['Acc. ', 'ACC ', 'acct ', 'Account ', 'A/C ', 'A/c No. ', 'ACC NO ', 'Account number: ', 'Acc:', 'Acct No.#', 'a/c-'];
  fc.assert(
    fc.property(
      account.filter((one) => /\d/.test(one)),
      fc.constantFrom(...said),
      fc.constantFrom('', 'EFT ', 'RENT ', 'Funds transfer to '),
      fc.constantFrom('', ' RENT MARCH', ' OTIENO', '/KAMAU', ', thanks'),
      (one, words, before, after) => {
        expect(typed(`${before}${words}${one}${after}`)).toBe(one);
      },
    ),
  );
});

test('bank statement: reads the payer’s name and the unmasked digits of the phone number', () => {
  expect(parsePayer('254711***333 - MARY W')).toEqual({ name: 'MARY W', phone: '254711***333' });
  expect(parsePayer('0711222333 JOHN KAMAU')).toEqual({ name: 'JOHN KAMAU', phone: '0711222333' });
  expect(parsePayer('ACME LTD')).toEqual({ name: 'ACME LTD', phone: null });
});

test('bank statement: reads payer and account number from the M-Pesa description when the file has no such columns', () => {
  const read = (details: string, payer = '') => parseStatementLine([details, payer], { details: 0, payer: 1 });
  const line = read('Pay Bill from 2547***111 - JOHN DOE Acc. A6');
  expect(parsePayer(line.payer)).toEqual({ name: 'JOHN DOE', phone: '2547***111' });
  expect([findAccountNumber(line), findAccountNumber(read('Pay Bill Online from 2547***111 - J D Acc. rent 5'))]).toEqual(['A6', 'rent 5']);
  expect(read('Pay Bill from 2547***111 - JOHN DOE Acc. A6', 'MARY W').payer).toBe('MARY W');
  expect(read('Pay Bill Charge').payer).toBe('');
  const banks = ['EFT FROM JANE WAMBUI REF 12', 'RTGS B/O ACME LTD/INV 4', "Transfer from Peter O'Brien TCY-AB2CD3", 'Cheque deposit 000231'];
  expect(banks.map((details) => read(details).payer)).toEqual(['JANE WAMBUI', 'ACME LTD', "Peter O'Brien", '']);
});

test('bank statement: ignores an amount or running balance above the limit', () => {
  const read = (sum: string) => parseStatementLine(['2027-03-01', sum, sum], { day: 0, in: 1, balance: 2 });
  expect(read('1,000,000,000.00')).toMatchObject({ cents: 100_000_000_000, balance: 100_000_000_000 });
  expect(read('90071992547409.91')).toMatchObject({ cents: null, balance: null });
});
