import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSealer, type PdfDocumentContent, renderPdfDocument, sealPdfDocument } from './service.ts';

const at = new Date('2026-12-01T09:00:00Z');
const lease: PdfDocumentContent = {
  title: 'Lease (B4) of 12 0 R',
  language: 'en',
  at,
  parts: [{ text: 'Ngũgĩ pays 45,000.' }, { newPage: true }, { text: 'Page two' }],
};
const certificate: PdfDocumentContent = {
  title: 'Certificate',
  language: 'en',
  at,
  parts: [{ heading: 'Trail' }, { pairs: [['Signed', '(by) Ngũgĩ 9 0 R']] }, { qr: 'https://makao.example/verify/X', alt: 'QR' }],
};

const outside = spawnSync('which', ['pdfsig']).status === 0;
if (!outside) console.warn('pdfsig (poppler-utils) is not installed: the seal is not checked by another program');

let dir: string;
let signed: Uint8Array;
let sealed: Uint8Array;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'seal-'));
  signed = await renderPdfDocument(lease);
  sealed = sealPdfDocument(signed, await renderPdfDocument(certificate), await openSealer({ dataDir: dir, name: 'Makao' }), at);
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function ask(program: string, bytes: Uint8Array, ...more: string[]): string {
  writeFileSync(join(dir, 'a.pdf'), bytes);
  const { stdout, stderr } = spawnSync(program, [join(dir, 'a.pdf'), ...more], { encoding: 'utf8' });
  return stdout + stderr;
}

describe('PDF seal', () => {
  test('leaves the signed bytes unchanged', () => {
    const before = Buffer.from(sealed).subarray(0, signed.length);
    expect(createHash('sha256').update(before).digest('hex')).toBe(createHash('sha256').update(signed).digest('hex'));
  });

  test.skipIf(!outside)('has a valid PAdES signature over the whole document, according to pdfsig', () => {
    const said = ask('pdfsig', sealed);
    expect(said).toContain('Signature is Valid');
    expect(said).toContain('Total document signed');
    expect(said).toContain('ETSI.CAdES.detached');
  });

  test.skipIf(!outside)('is invalid after one changed byte in the text or the certificate page, according to pdfsig', () => {
    for (const place of [Math.floor(signed.length / 2), signed.length + 700]) {
      const other = Buffer.from(sealed);
      other[place] = (other[place] ?? 0) ^ 1;
      expect(ask('pdfsig', other)).not.toContain('Signature is Valid');
    }
  });

  test.skipIf(!outside)('produces one tagged PDF whose pages can all be read by other programs', () => {
    expect(ask('pdfinfo', sealed)).toMatch(/Pages:\s+3/);
    expect(ask('pdfinfo', sealed)).toMatch(/Tagged:\s+yes/);
    const text = ask('pdftotext', sealed, '-').normalize('NFC').replace(/\s+/g, ' ');
    for (const words of ['Ngũgĩ pays 45,000.', 'Page two', 'Certificate', '(by) Ngũgĩ 9 0 R']) expect(text).toContain(words);
    expect(spawnSync('pdfinfo', ['-struct-text', join(dir, 'a.pdf')], { encoding: 'utf8' }).stdout).toContain('Trail');
  });

  test('uses the same stored certificate when the sealer is opened a second time', async () => {
    const [a, b] = [await openSealer({ dataDir: dir, name: 'Makao' }), await openSealer({ dataDir: `${dir}/`, name: 'Makao' })];
    expect(Buffer.from(a.chain[0] ?? []).equals(Buffer.from(b.chain[0] ?? []))).toBe(true);
  });

  test('rejects a key that does not match its certificate', async () => {
    const other = mkdtempSync(join(tmpdir(), 'seal-'));
    const [a, b] = [await openSealer({ dataDir: dir, name: 'Makao' }), await openSealer({ dataDir: other, name: 'Else' })];
    const key = a.key.export({ type: 'pkcs8', format: 'pem' }).toString();
    const wrong = `-----BEGIN CERTIFICATE-----\n${Buffer.from(b.chain[0] ?? []).toString('base64')}\n-----END CERTIFICATE-----\n`;
    await expect(openSealer({ dataDir: dir, key, certificate: wrong, name: 'Makao' })).rejects.toThrow('does not match its certificate');
    rmSync(other, { recursive: true, force: true });
  });
});
