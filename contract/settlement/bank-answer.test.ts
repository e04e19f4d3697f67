import { expect, test } from 'vitest';
import { parseBankResponse } from './bank-answer.ts';

const short = (csv: string) =>
  parseBankResponse(csv)?.map(({ line, reference, said, cents, external, reason }) => [line, reference, said, cents, external, reason]);

test('bank answer file: columns are read by heading despite other separators, other heading names, a title row or codes within text', () => {
  expect(short('reference,status,amount,external,reason\nTRF-AB12CD,paid,100,BK1,\n')).toEqual([[2, 'TRF-AB12CD', 'paid', 10_000, 'BK1', '']]);
  expect(
    short(
      'Bulk payments 18/11/2026\n\nNarration;State;Amount;Bank ref;Remarks\nRent trf-AB12CD ok;Successful;"1,000.50";FT9;\nTRF-9;Rejected;2000;;Closed\n',
    ),
  ).toEqual([
    [4, 'TRF-AB12CD', 'paid', 100_050, 'FT9', ''],
    [5, 'TRF-9', 'failed', 200_000, '', 'Closed'],
  ]);
  expect(short('Ref\tResult\nTRF-1X\tperhaps\n')).toEqual([[2, 'TRF-1X', null, null, '', '']]);
});

test('bank answer file: is rejected without the transfer code or its status', () => {
  expect(parseBankResponse('Date,Amount\n2026-11-18,5\n')).toBeNull();
  expect(parseBankResponse('')).toBeNull();
});
