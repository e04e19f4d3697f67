import { expect, test } from 'vitest';
import { accountIn, dayIn, guessColumns, isOfAccount, readLine, readStatement } from './statement.ts';

const bank = `Account No: 01136012345678
Statement from 01/03/2027
Transaction Date,Narration,Reference,Debit,Credit,Balance
01/03/2027,RENT ACC TCYAB2CD3 OTIENO,FT27060ABC,,"45,000.00","100,000.00"
02/03/2027,BANK CHARGES,FT27061,150.00,,"99,850.00"
`;

test('a statement is read by its head, wherever that stands', () => {
  const read = readStatement(bank);
  expect(read?.rows).toHaveLength(2);
  const columns = guessColumns(read?.head ?? []);
  expect(columns).toEqual({ reference: 2, day: 0, in: 4, out: 3, balance: 5, details: 1 });
  const [first, second] = (read?.rows ?? []).map((row) => readLine(row, columns));
  expect(first).toMatchObject({ day: '2027-03-01', cents: 4_500_000, reference: 'FT27060ABC' });
  expect(second).toMatchObject({ cents: -15_000 });
  expect(first && accountIn(first)).toBe('TCYAB2CD3');
  expect(isOfAccount(read?.before ?? '', '01136012345678')).toBe(true);
  expect(isOfAccount(read?.before ?? '', '01139999999999')).toBe(false);
  expect(readStatement('a,b\n1,2')).toBeNull();
});

test('days are read as people here write them', () => {
  for (const text of ['2027-03-01', '01/03/2027', '1-Mar-2027', '01.03.27', '2027-03-01 10:21:15']) expect(dayIn(text)).toBe('2027-03-01');
  for (const text of ['', '32/03/2027', 'yesterday', '03/13/2027']) expect(dayIn(text)).toBeNull();
});
