import { brandColours, teaGreenColour } from '#contract/brand.ts';
import { toDrawableText } from './letters.ts';
import type { Letterhead, PdfDocumentPart } from './parts.ts';
import { contentWidth, inkColours, type PdfPen, pdfPageSize } from './pen.ts';

const band = 10;
const half = contentWidth / 2;
const tones = { done: ['#dff5e2', '#005724'], open: ['#fcf1de', '#614500'], late: ['#ffe8e5', '#880a16'] } as const;

/** Draws the kanga border at the top of the page, as on the web pages: two triangles and a dot, each twice as wide as high. */
function drawPindo({ doc, decorate }: PdfPen, y: number): void {
  const count = Math.round(contentWidth / band);
  const wide = contentWidth / count;
  decorate(() => {
    doc.rect(pdfPageSize.margin, y, contentWidth, band).clip().rect(pdfPageSize.margin, y, contentWidth, band).fill(teaGreenColour);
    const at = (n: number) => pdfPageSize.margin + n * wide;
    const peaks = (top: number, foot: number, colour: string) => {
      for (let n = 0; n < count; n += 1) {
        const middle = at(n) + wide / 2;
        doc
          .moveTo(middle - foot, y + band)
          .lineTo(middle, y + top)
          .lineTo(middle + foot, y + band);
      }
      doc.fill(colour);
    };
    peaks(band * 0.22, wide / 2, brandColours.paper);
    peaks(band * 0.61, wide * 0.24, brandColours.murram);
    for (let n = 0; n <= count; n += 1) doc.circle(at(n), y + band * 0.29, band * 0.15);
    doc.fill(brandColours.mango);
  });
}

export function drawLetterhead(pen: PdfPen, title: string, { from, reach, code, badge }: Letterhead): void {
  const { doc } = pen;
  const top = pdfPageSize.margin - 16;
  drawPindo(pen, top);
  const y = top + band + 18;
  pen.say(pen.root, 'P', () => pen.write(from, 'heading', 14, { y, width: half }));
  for (const line of reach) pen.say(pen.root, 'P', () => pen.write(line, 'plain', 9, { width: half, colour: inkColours.soft }));
  const left = doc.y;
  const right = { x: pdfPageSize.margin + half, width: half, align: 'right' } as const;
  pen.say(pen.root, 'H1', () => pen.write(title, 'heading', 20, { ...right, y: y - 3 }));
  pen.say(pen.root, 'P', () => pen.write(code, 'plain', 10, right));
  if (badge) drawBadge(pen, badge);
  doc.y = Math.max(doc.y, left) + 22;
  doc.x = pdfPageSize.margin;
}

function drawBadge(pen: PdfPen, { text, tone }: NonNullable<Letterhead['badge']>): void {
  const { doc } = pen;
  const [fill, colour] = tones[tone];
  const wide = doc.font('bold').fontSize(9).widthOfString(toDrawableText(text, 'bold')) + 16;
  const [x, y] = [pdfPageSize.width - pdfPageSize.margin - wide, doc.y + 4];
  pen.decorate(() => doc.roundedRect(x, y, wide, 18, 4).fill(fill));
  pen.say(pen.root, 'P', () => pen.write(text, 'bold', 9, { x: x + 8, y: y + 4.5, colour, lineBreak: false }));
  doc.y = y + 18;
}

/** The first column is the widest because it names the recipient. */
export function drawFacts(pen: PdfPen, facts: Extract<PdfDocumentPart, { facts: unknown }>['facts']): void {
  const { doc } = pen;
  const first = facts.length > 1 ? 0.36 : 1;
  const rest = (1 - first) / Math.max(1, facts.length - 1);
  const width = (n: number) => contentWidth * (n === 0 ? first : rest) - 10;
  const tall = Math.max(
    ...facts.map(({ lines }, n) => 14 + lines.reduce((sum, line, at) => sum + pen.heightOf(line, at === 0 ? 'bold' : 'plain', 10, width(n)), 0)),
  );
  pen.room(tall + 18);
  const y = doc.y;
  pen.branch(pen.root, 'L', (list) => {
    for (const [n, { label, lines }] of facts.entries())
      pen.branch(list, 'LI', (entry) => {
        const x = pdfPageSize.margin + (n === 0 ? 0 : contentWidth * (first + rest * (n - 1)));
        pen.say(entry, 'Lbl', () => pen.write(label, 'plain', 9, { x, y, width: width(n), colour: inkColours.soft }));
        pen.say(entry, 'LBody', () => {
          for (const [at, line] of lines.entries()) pen.write(line, at === 0 ? 'bold' : 'plain', 10, { x, width: width(n) });
        });
      });
  });
  doc.y = y + tall + 18;
  doc.x = pdfPageSize.margin;
}

/** Draws the totals at the right below a table. */
export function drawTotals(pen: PdfPen, sums: Extract<PdfDocumentPart, { sums: unknown }>['sums']): void {
  const { doc } = pen;
  const wide = 230;
  const x = pdfPageSize.width - pdfPageSize.margin - wide;
  pen.room(sums.length * 19 + 16);
  pen.branch(pen.root, 'Table', (table) => {
    for (const [n, [label, value]] of sums.entries()) {
      const strong = n === sums.length - 1;
      if (strong)
        pen.decorate(() =>
          doc
            .moveTo(x, doc.y + 1)
            .lineTo(pdfPageSize.width - pdfPageSize.margin, doc.y + 1)
            .lineWidth(0.9)
            .strokeColor(inkColours.text)
            .stroke(),
        );
      const y = doc.y + (strong ? 8 : 2);
      const [face, size] = strong ? (['bold', 12] as const) : (['plain', 10] as const);
      pen.branch(table, 'TR', (row) => {
        pen.say(row, 'TH', () => pen.write(label, face, size, { x, y, width: wide * 0.52 }));
        const after = doc.y;
        pen.say(row, 'TD', () => pen.write(value, face, size, { x: x + wide * 0.52, y, width: wide * 0.48, align: 'right' }));
        doc.y = Math.max(after, doc.y) + 3;
      });
    }
  });
  doc.moveDown(1);
  doc.x = pdfPageSize.margin;
}
