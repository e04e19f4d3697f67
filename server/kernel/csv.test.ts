import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('cells are quoted where the format needs it, and nothing in them runs in a spreadsheet', () => {
  expect(csvOf([{ name: 'Otieno, "Junior"', phone: '+254712345678', note: '=HYPERLINK("http://evil")', is_active: true, region: null }])).toBe(
    'name,phone,note,is_active,region\r\n"Otieno, ""Junior""",\'+254712345678,"\'=HYPERLINK(""http://evil"")",true,',
  );
  expect(csvOf([])).toBe('');
});
