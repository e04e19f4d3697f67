import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { toDrawableText } from './letters.ts';
import { type PdfDocumentContent, renderPdfDocument } from './service.ts';

const at = new Date('2026-12-01T09:00:00Z');
const long = 'The tenant pays the rent on or before the first day of each month, without deduction, to the account the landlord names. ';
const sample: PdfDocumentContent = {
  title: 'Residential lease',
  subtitle: 'Ngũgĩ wa Mũkami and Baraka Homes Ltd',
  language: 'en',
  foot: 'AGR-000001',
  at,
  parts: [
    { heading: 'Terms', level: 1 },
    {
      pairs: [
        ['Tenant', 'Ngũgĩ wa Mũkami'],
        ['Rent', 'KSh 45,000'],
      ],
    },
    {
      table: {
        columns: [{ title: 'Part' }, { title: 'Amount', right: true, share: 0.3 }],
        rows: [
          ['Rent', '45,000'],
          ['Water', '500'],
        ],
        foot: ['Together', '45,500'],
      },
    },
    { beside: ['Rent', 'Kodi'], languages: ['en', 'sw'], heading: true },
    { beside: [long, 'Mpangaji hulipa kodi kabla ya siku ya kwanza ya kila mwezi.'], languages: ['en', 'sw'] },
    { list: ['Keys: two', 'Meter: 104'], numbered: true },
    { rule: true },
    { signature: { name: 'Ngũgĩ wa Mũkami', role: 'Tenant', typed: 'Ngũgĩ' } },
    { signature: { name: 'Asha', role: 'Owner', drawn: { path: 'M10 10 C 20 20, 40 20, 50 10', width: 300, height: 100 } } },
    { qr: 'https://makao.example/verify/ABCD', alt: 'QR code', text: 'Scan to check this paper.' },
  ],
};
const many = (pages: number): PdfDocumentContent => ({ ...sample, parts: Array.from({ length: pages * 19 }, () => ({ text: long.repeat(2) })) });
const has = (program: string) => spawnSync('which', [program]).status === 0;

/** Reads the document with an external program. */
function read(program: string, bytes: Uint8Array, ...options: string[]): string {
  const dir = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    writeFileSync(join(dir, 'a.pdf'), bytes);
    return execFileSync(program, [...options, join(dir, 'a.pdf'), ...(program === 'pdftotext' ? ['-'] : [])], { encoding: 'utf8' });
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
const outside = has('pdfinfo');
if (!outside) console.warn('poppler-utils is not installed: the PDFs are not checked with another reader');

describe('PDF document', () => {
  test('has identical bytes when the content and the creation time are identical', async () => {
    const [a, b] = await Promise.all([renderPdfDocument(sample), renderPdfDocument(sample)]);
    expect(Buffer.from(a.subarray(0, 8)).toString()).toBe('%PDF-1.7');
    expect(Buffer.from(a).equals(Buffer.from(b))).toBe(true);
  });

  test('is tagged, and declares its language and title', async () => {
    const text = Buffer.from(await renderPdfDocument({ ...sample, language: 'sw' })).toString('latin1');
    expect(text).toContain('/Marked true');
    expect(text).toContain('/Lang (sw-KE)');
    expect(text).toContain('/DisplayDocTitle true');
    for (const tag of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'L', 'LI', 'Figure']) expect(text).toContain(`/S /${tag}\n`);
  });

  test.skipIf(!outside)('is readable by other programs in both languages, including diacritics', async () => {
    const bytes = await renderPdfDocument(sample);
    expect(read('pdfinfo', bytes)).toMatch(/Tagged:\s+yes/);
    const text = read('pdftotext', bytes).normalize('NFC');
    for (const words of ['Ngũgĩ wa Mũkami', 'Page 1 of', 'Mpangaji hulipa kodi', 'AGR-000001', '45,500'])
      expect(text.replace(/\s+/g, ' ')).toContain(words);
  });

  test('shows sender, subject, place and total in the letterhead', async () => {
    const { subtitle, ...rest } = sample;
    const sheet: PdfDocumentContent = {
      ...rest,
      title: 'Invoice',
      letterhead: {
        from: 'Baraka Homes Ltd',
        reach: ['P.O. Box 4120, Nairobi', 'KRA PIN P051234567K'],
        code: 'INV-9D2K1',
        badge: { text: 'Unpaid', tone: 'late' },
      },
      parts: [
        {
          facts: [
            { label: 'For', lines: [subtitle ?? '', 'A2, Sunbird Court'] },
            { label: 'Due', lines: ['5 December 2026'] },
          ],
        },
        {
          sums: [
            ['Paid', 'KES 800'],
            ['Left to pay', 'KES 44,200'],
          ],
        },
      ],
    };
    const bytes = await renderPdfDocument(sheet);
    expect(
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/S \/H1\n/g),
    ).toHaveLength(1);
    if (!outside) return;
    const text = read('pdftotext', bytes, '-layout').normalize('NFC').replace(/ +/g, ' ');
    for (const words of ['Baraka Homes Ltd', 'P051234567K', 'INV-9D2K1', 'Unpaid', 'A2, Sunbird Court', '5 December 2026'])
      expect(text).toContain(words);
    expect(text).toMatch(/Left to pay KES 44,200/);
  });

  test.skipIf(!outside)('numbers the pages of a long document', async () => {
    const bytes = await renderPdfDocument(many(12));
    const pages = Number(/Pages:\s+(\d+)/.exec(read('pdfinfo', bytes))?.[1]);
    expect(pages).toBeGreaterThanOrEqual(12);
    expect(read('pdftotext', bytes)).toContain(`Page ${pages} of ${pages}`);
  });

  test('a rendering failure is reported to the caller, and the next document is still rendered', async () => {
    await expect(renderPdfDocument({ ...sample, parts: [{ picture: new Uint8Array([1, 2, 3]), alt: 'broken' }] })).rejects.toThrow(
      'could not be drawn',
    );
    expect((await renderPdfDocument(sample)).length).toBeGreaterThan(1000);
  });

  test('shows a character without a glyph in decomposed form if possible, otherwise as a question mark', () => {
    expect(toDrawableText('Ngũgĩ', 'plain')).toBe('Ngũgĩ'.normalize('NFD'));
    expect(toDrawableText('a🏠b\u0007', 'plain')).toBe('a?b?');
  });
});
