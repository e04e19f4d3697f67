import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFreeSlots, type WeeklyHours } from '#contract/tour/slots.ts';
import { openSealer, type PdfDocumentContent, type PdfDocumentPart, renderPdfDocument, sealPdfDocument } from '#server/pdf/service.ts';
import { calculateMedian } from './load.ts';

/**
 * `node bench/leasing-parts.ts`: the cost of an agreement of twelve pages, drawn in two languages side by side and sealed, compared with an empty
 * page; and the free slots of one agent over 14 days with a full calendar (goal: 3 ms). It needs no build; the first run of each warms up.
 */
const rounds = 15;
const words = (language: 'en' | 'sw', n: number) =>
  (language === 'en'
    ? 'The tenant pays in time, keeps the place clean and says at once what needs repair. '
    : 'Mpangaji hulipa kwa wakati, huweka nyumba safi na kusema mara moja kinachohitaji kurekebishwa. '
  ).repeat(n);
const clauses: PdfDocumentPart[] = Array.from({ length: 68 }, (_, n): PdfDocumentPart[] => [
  { beside: [`${n + 1}. Clause`, `${n + 1}. Kifungu`], languages: ['en', 'sw'], heading: true },
  { beside: [words('en', 3), words('sw', 3)], languages: ['en', 'sw'] },
]).flat();
const at = new Date('2026-12-01T09:00:00Z');
const lease: PdfDocumentContent = { title: 'Residential tenancy agreement', language: 'en', at, foot: 'AGR-BENCH1', parts: clauses };
const empty: PdfDocumentContent = { title: 'Empty', language: 'en', at, parts: [{ text: '' }] };
const certificate: PdfDocumentContent = { title: 'Certificate', language: 'en', at, parts: [{ qr: 'https://makao.example/verify/X', alt: 'QR' }] };

const dir = mkdtempSync(join(tmpdir(), 'makao-paper-'));
try {
  const sealer = await openSealer({ dataDir: dir, name: 'Makao' });
  const timed = async (work: () => Promise<Uint8Array> | Uint8Array) => {
    const took: number[] = [];
    let bytes: Uint8Array = new Uint8Array();
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now();
      bytes = await work();
      if (round > 0) took.push(performance.now() - start);
    }
    return { ms: calculateMedian(took), bytes };
  };
  const bare = await timed(() => renderPdfDocument(empty));
  const drawn = await timed(() => renderPdfDocument(lease));
  const behind = await renderPdfDocument(certificate);
  const sealed = await timed(() => sealPdfDocument(drawn.bytes, behind, sealer, at));
  const pages =
    Buffer.from(drawn.bytes)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length ?? 0;
  const { slots, ms } = timedSlots();
  console.log(`${slots} free slots of one agent, 14 days, 60 visits booked: ${ms.toFixed(2)} ms`);
  console.log(
    `${pages} pages, ${(drawn.bytes.length / 1024).toFixed(0)} KB: drawn in ${drawn.ms.toFixed(1)} ms (${(drawn.ms / bare.ms).toFixed(1)} × an empty page, ${bare.ms.toFixed(1)} ms), sealed in ${sealed.ms.toFixed(1)} ms`,
  );
} finally {
  rmSync(dir, { recursive: true, force: true });
}
process.exit(0);

function timedSlots(): { slots: number; ms: number } {
  const [hour, now] = [3_600_000, at.getTime()];
  const week = ['1', '2', '3', '4', '5', '6', '7'].map((day) => [day, [[8 * 60, 18 * 60]]] as const);
  const busy = Array.from({ length: 60 }, (_, n) => {
    const from = now + (3 + n * 5) * hour;
    return { from, to: from + hour / 2, propertyId: n % 4, visit: true };
  });
  const asked = {
    now,
    hours: Object.fromEntries(week) as WeeklyHours,
    days: {},
    minutes: 30,
    bufferMinutes: 30,
    mostADay: 12,
    busy,
    groups: [],
    propertyId: 1,
    mode: 'in_person' as const,
    occupied: false,
  };
  const took: number[] = [];
  let slots = 0;
  for (let round = 0; round <= 200; round++) {
    const start = performance.now();
    slots = listFreeSlots(asked).length;
    if (round > 0) took.push(performance.now() - start);
  }
  return { slots, ms: calculateMedian(took) };
}
