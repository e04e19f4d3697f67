import { expect, test } from 'vitest';
import { csvPartRows } from '#contract/kernel/page-sizes.ts';
import { buildCsvExportPart, formatNairobiTime, getExportPartSpan } from '#server/lists/export.ts';
import { downloadAllParts } from '#web/forms/download-buttons.tsx';

const rows = Array.from({ length: 2 * csvPartRows + 3 }, (_, at) => ({
  code: `C${at}`,
  created_at: formatNairobiTime(new Date(Date.UTC(2026, 0, 1, 21, at % 60))),
}));
const part = async (at: number) => {
  const { limit, offset } = getExportPartSpan(at);
  return buildCsvExportPart('all.csv', rows.slice(offset, offset + limit), at);
};

test('CSV export: contains the heading once and every row once, for any number of rows', async () => {
  const { text } = await downloadAllParts(part);
  const lines = text.split('\r\n');
  expect(lines[0]).toBe('Code,Joined');
  expect(lines.length).toBe(rows.length + 1);
  expect(new Set(lines).size).toBe(rows.length + 1);
  expect(lines.at(-1)).toBe(`C${rows.length - 1},2026-01-02 00:${String((rows.length - 1) % 60).padStart(2, '0')}`);
});

test('CSV export: stops after a full last page, and the export of an empty list is empty', async () => {
  expect(buildCsvExportPart('a.csv', rows.slice(0, csvPartRows)).more).toBe(false);
  expect(buildCsvExportPart('a.csv', rows.slice(0, csvPartRows + 1)).more).toBe(true);
  expect((await downloadAllParts(async () => buildCsvExportPart('a.csv', []))).text).toBe('');
});

test('CSV export: writes timestamps in Nairobi time', () => {
  expect(formatNairobiTime(new Date('2026-03-01T21:30:00Z'))).toBe('2026-03-02 00:30');
  expect(formatNairobiTime(null)).toBeNull();
});
