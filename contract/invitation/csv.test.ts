import { expect, test } from 'vitest';
import { parseInvitationLines } from './csv.ts';

test('invitation list: reads commas, semicolons, quotes, blank lines, Windows line endings and a byte order mark', () => {
  expect(parseInvitationLines('\uFEFFemail,phone,role\r\na@b.co,0712345678,"Caretaker, day"\r\n\r\n,0711000000,\n')).toEqual([
    { line: 2, email: 'a@b.co', phone: '0712345678', role: 'Caretaker, day' },
    { line: 4, email: '', phone: '0711000000', role: '' },
  ]);
  expect(parseInvitationLines('phone;e-mail\n0712345678;a@b.co')).toEqual([{ line: 2, email: 'a@b.co', phone: '0712345678', role: '' }]);
  expect(parseInvitationLines('a@b.co')).toEqual([{ line: 1, email: 'a@b.co', phone: '', role: '' }]);
  expect(parseInvitationLines('')).toEqual([]);
});
