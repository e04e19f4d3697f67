import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCsvBytes, readCsv, writeCsv } from './csv.ts';

test('CSV: quotes cells where the format needs quotes, and prevents formulas from running in a spreadsheet', () => {
  expect(writeCsv([{ name: 'Otieno, "Junior"', phone: '+254712345678', note: '=HYPERLINK("http://evil")', is_active: true, region: null }])).toBe(
    'name,phone,note,is_active,region\r\n"Otieno, ""Junior""",0712 345 678,"\'=HYPERLINK(""http://evil"")",true,',
  );
  expect(writeCsv([])).toBe('');
  // Only a phone number in the stored format is left without the quote.
  const cells = ['+254712345678+cmd|calc', '+254712345678 ', '+2547123456789', '+255712345678', '-254712345678', ' +254712345678'];
  expect(
    writeCsv(
      cells.map((note) => ({ note })),
      { head: false },
    ).split('\r\n'),
  ).toEqual(cells.map((note) => `'${note}`));
});

test('CSV: detects delimiter, byte order mark and line ends', () => {
  expect(readCsv('\uFEFFunit,rent\r\nA1,"16,500"\rA2,5')).toEqual([
    ['unit', 'rent'],
    ['A1', '16,500'],
    ['A2', '5'],
  ]);
  expect(readCsv('unit;rent\nA1;16,500')).toEqual([
    ['unit', 'rent'],
    ['A1', '16,500'],
  ]);
  expect(readCsv('A1\t16,500\tlarge, bright')).toEqual([['A1', '16,500', 'large, bright']]);
  expect(readCsv('"unit;no",rent; KES,type\nA1,5,6')[1]).toEqual(['A1', '5', '6']);
  expect(readCsv('"""; x","y"')).toEqual([['"; x', 'y']]);
  expect(readCsv('note\n"two\nlines ""here"""')).toEqual([['note'], ['two\nlines "here"']]);
});

test('CSV: decodes UTF-8, UTF-16 and Windows-1252 bytes to the same text', () => {
  const word = 'Kodi café';
  const utf16 = new Uint8Array([0xff, 0xfe, ...[...word].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8])]);
  expect(decodeCsvBytes(new TextEncoder().encode(word))).toBe(word);
  expect(decodeCsvBytes(utf16)).toBe(word);
  expect(decodeCsvBytes(Uint8Array.from(word, (c) => c.charCodeAt(0)))).toBe(word);
});

test('CSV: quoted cells are read back unchanged with every delimiter', () => {
  const cell = fc.string().map((s) => s.replace(/[\r\0\uFEFF]/g, '').trim());
  fc.assert(
    fc.property(fc.constantFrom(',', ';', '\t'), fc.array(fc.tuple(cell, cell, cell), { minLength: 1 }), (mark, rows) => {
      const text = rows.map((row) => row.map((c) => `"${c.replaceAll('"', '""')}"`).join(mark)).join('\n');
      expect(readCsv(text)).toEqual(rows);
    }),
  );
});

test.each(['=1+1', '+254', '-1', '@SUM(A1)', '＝1+1', '＋1', '－1', '＠x', ' =1+1', '\t=1'])(
  'CSV: a cell that a spreadsheet would run as a formula (%j) is written as text',
  (text) => {
    expect(readCsv(writeCsv([{ a: text }]))[1]?.[0]).toBe(`'${text}`);
  },
);
