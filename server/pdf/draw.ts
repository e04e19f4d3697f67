import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { type FontFace, fontFaces, toDrawableText } from './letters.ts';
import type { PdfDocumentLanguage, PdfDocumentPart, PdfDocumentSignature, PdfDrawingInput } from './parts.ts';
import { contentWidth, inkColours, makePen, type PdfPen, pdfPageSize } from './pen.ts';
import { drawFacts, drawLetterhead, drawTotals } from './sheet.ts';
import { drawPairsTable, drawTable } from './tables.ts';

/** Returns the document as bytes. It runs for tens of milliseconds, so service.ts keeps it off the thread that answers requests. */
export function drawPdfDocument(paper: PdfDrawingInput): Promise<Uint8Array> {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: pdfPageSize.margin, left: pdfPageSize.margin, right: pdfPageSize.margin, bottom: pdfPageSize.foot },
    bufferPages: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: paper.language === 'sw' ? 'sw-KE' : 'en-KE',
    displayTitle: true,
    font: fontFaces.plain,
    info: { Title: paper.title, Author: paper.author ?? '', CreationDate: paper.at, ModDate: paper.at, Creator: 'Makao', Producer: 'Makao' },
  });
  const chunks: Uint8Array[] = [];
  const done = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))));
    doc.on('error', reject);
  });
  for (const [face, path] of Object.entries(fontFaces)) doc.registerFont(face, path);
  const pen = makePen(doc);
  if (paper.letterhead) drawLetterhead(pen, paper.title, paper.letterhead);
  else drawTitle(pen, paper);
  for (const part of paper.parts) drawPart(pen, part);
  pen.root.end();
  onEveryPage(pen, paper);
  doc.end();
  return done;
}

function drawTitle(pen: PdfPen, { title, subtitle }: PdfDrawingInput): void {
  pen.say(pen.root, 'H1', () => pen.write(title, 'heading', 20));
  if (subtitle) pen.say(pen.root, 'P', () => pen.write(subtitle, 'plain', 11, { colour: inkColours.soft }));
  pen.doc.moveDown(1);
}

const languageOf = (language?: PdfDocumentLanguage): PDFKit.Mixins.StructureElementOptions =>
  language ? { lang: language === 'sw' ? 'sw-KE' : 'en-KE' } : {};
const headingSizes = { 1: 15, 2: 12.5, 3: 11 } as const;
const styles = {
  plain: ['plain', 10, inkColours.text],
  small: ['plain', 8.5, inkColours.soft],
  bold: ['bold', 10, inkColours.text],
  note: ['slanted', 9.5, inkColours.soft],
} as const;

function drawPart(pen: PdfPen, part: PdfDocumentPart): void {
  const { doc, root } = pen;
  if ('beside' in part) drawBeside(pen, part);
  else if ('qr' in part) drawQr(pen, part);
  else if ('heading' in part) {
    const size = headingSizes[part.level ?? 2];
    // Space for the lines after the heading is reserved, so that a heading is never the last line of a page.
    pen.room(size * 4.5);
    doc.moveDown(0.5);
    pen.say(root, part.level === 3 ? 'H3' : 'H2', () => pen.write(part.heading, 'heading', size), languageOf(part.language));
    doc.moveDown(0.3);
  } else if ('text' in part) {
    const [face, size, colour] = styles[part.style ?? 'plain'];
    pen.room(size * 2.6);
    pen.say(root, 'P', () => pen.write(part.text, face, size, { colour }), languageOf(part.language));
    doc.moveDown(0.55);
  } else if ('list' in part) drawList(pen, part.list, part.numbered ?? false, languageOf(part.language));
  else if ('pairs' in part) drawPairsTable(pen, part.pairs);
  else if ('table' in part) drawTable(pen, part.table);
  else if ('facts' in part) drawFacts(pen, part.facts);
  else if ('sums' in part) drawTotals(pen, part.sums);
  else if ('signature' in part) drawSignature(pen, part.signature);
  else if ('picture' in part) drawPicture(pen, part);
  else if ('newPage' in part) doc.addPage();
  else {
    doc.moveDown(0.5);
    pen.decorate(() =>
      doc
        .moveTo(pdfPageSize.margin, doc.y)
        .lineTo(pdfPageSize.width - pdfPageSize.margin, doc.y)
        .lineWidth(0.7)
        .strokeColor(inkColours.line)
        .stroke(),
    );
    doc.moveDown(0.7);
  }
}

function drawList(pen: PdfPen, items: readonly string[], numbered: boolean, options: PDFKit.Mixins.StructureElementOptions): void {
  pen.branch(
    pen.root,
    'L',
    (list) => {
      for (const [n, item] of items.entries())
        pen.branch(list, 'LI', (entry) => {
          pen.room(26);
          const y = pen.doc.y;
          pen.say(entry, 'Lbl', () => pen.write(numbered ? `${n + 1}.` : '•', 'plain', 10, { y, width: 20, lineBreak: false }));
          pen.say(entry, 'LBody', () => pen.write(item, 'plain', 10, { x: pdfPageSize.margin + 20, y, width: contentWidth - 20 }));
          pen.doc.moveDown(0.25);
        });
    },
    options,
  );
  pen.doc.moveDown(0.4);
}

/** Draws two texts side by side if both fit on a page, otherwise one below the other. */
function drawBeside(pen: PdfPen, { beside, languages, heading = false }: Extract<PdfDocumentPart, { beside: unknown }>): void {
  const [face, size, gap]: [FontFace, number, number] = heading ? ['heading', 11, 18] : ['plain', 9, 18];
  const width = (contentWidth - gap) / 2;
  const tall = Math.max(...beside.map((text) => pen.heightOf(text, face, size, width)));
  if (heading) pen.doc.moveDown(0.5);
  if (tall > pdfPageSize.height - pdfPageSize.margin - pdfPageSize.foot) {
    for (const [n, text] of beside.entries()) {
      pen.say(pen.root, heading ? 'H3' : 'P', () => pen.write(text, face, size), languageOf(languages[n]));
      pen.doc.moveDown(0.5);
    }
    return;
  }
  pen.room(heading ? tall + 40 : tall);
  const y = pen.doc.y;
  for (const [n, text] of beside.entries())
    pen.say(
      pen.root,
      heading ? 'H3' : 'P',
      () => pen.write(text, face, size, { x: pdfPageSize.margin + n * (width + gap), y, width, colour: n === 0 ? inkColours.text : inkColours.soft }),
      languageOf(languages[n]),
    );
  pen.doc.y = y + tall + (heading ? 4 : 7);
  pen.doc.x = pdfPageSize.margin;
}

function drawSignature(pen: PdfPen, { name, role, drawn, typed, said }: PdfDocumentSignature): void {
  const { doc } = pen;
  pen.room(92);
  const y = doc.y + 4;
  if (drawn)
    pen.say(
      pen.root,
      'Figure',
      () => {
        const scale = Math.min(180 / drawn.width, 48 / drawn.height);
        doc
          .save()
          .translate(pdfPageSize.margin, y)
          .scale(scale)
          .path(drawn.path)
          .lineWidth(2.2)
          .lineCap('round')
          .lineJoin('round')
          .strokeColor('#1e3a8a')
          .stroke();
        doc.restore();
      },
      { alt: name },
    );
  else if (typed) pen.say(pen.root, 'P', () => pen.write(typed, 'slanted', 20, { y: y + 16, width: 240, colour: '#1e3a8a', lineBreak: false }));
  pen.decorate(() =>
    doc
      .moveTo(pdfPageSize.margin, y + 52)
      .lineTo(pdfPageSize.margin + 240, y + 52)
      .lineWidth(0.7)
      .strokeColor(inkColours.soft)
      .stroke(),
  );
  pen.say(pen.root, 'P', () => pen.write(`${name} · ${role}`, 'bold', 10, { y: y + 57 }));
  if (said) pen.say(pen.root, 'P', () => pen.write(said, 'plain', 8.5, { colour: inkColours.soft }));
  doc.moveDown(0.8);
}

function drawQr(pen: PdfPen, { qr, alt, text }: Extract<PdfDocumentPart, { qr: string }>): void {
  const { doc } = pen;
  const { data, size } = encode(qr, { ecc: 'M', border: 2 });
  const side = 92;
  pen.room(side + 8);
  const y = doc.y;
  pen.say(
    pen.root,
    'Figure',
    () => {
      const dot = side / size;
      for (const [row, line] of data.entries())
        for (const [column, dark] of line.entries()) if (dark) doc.rect(pdfPageSize.margin + column * dot, y + row * dot, dot + 0.05, dot + 0.05);
      doc.fillColor('#000000').fill();
    },
    { alt },
  );
  if (text)
    pen.say(pen.root, 'P', () => pen.write(text, 'plain', 9.5, { x: pdfPageSize.margin + side + 14, y: y + 8, width: contentWidth - side - 14 }));
  doc.y = Math.max(doc.y, y + side) + 8;
  doc.x = pdfPageSize.margin;
}

function drawPicture(pen: PdfPen, { picture, alt, width = contentWidth }: Extract<PdfDocumentPart, { picture: Uint8Array }>): void {
  const { doc } = pen;
  // The image is opened once to read its height. pdfkit's type does not declare `openImage`.
  const image = (doc as unknown as { openImage(bytes: Buffer): { width: number; height: number } }).openImage(Buffer.from(picture));
  const wide = Math.min(width, contentWidth);
  const fit = Math.min(1, (pdfPageSize.height - pdfPageSize.margin - pdfPageSize.foot) / ((wide * image.height) / image.width));
  const [w, h] = [wide * fit, ((wide * image.height) / image.width) * fit];
  pen.room(h);
  const y = doc.y;
  pen.say(pen.root, 'Figure', () => doc.image(image as unknown as Buffer, pdfPageSize.margin, y, { width: w }), { alt });
  doc.y = y + h + 8;
  doc.x = pdfPageSize.margin;
}

function onEveryPage({ doc }: PdfPen, { foot, pageWords, mark }: PdfDrawingInput): void {
  const { start, count } = doc.bufferedPageRange();
  for (let n = start; n < start + count; n += 1) {
    doc.switchToPage(n);
    // Without a bottom margin pdfkit would start a new page for text in the footer.
    doc.page.margins.bottom = 0;
    doc.markContent('Artifact', { type: 'Pagination' });
    doc.font('plain').fontSize(8).fillColor(inkColours.soft);
    const y = pdfPageSize.height - 40;
    if (foot) doc.text(toDrawableText(foot, 'plain'), pdfPageSize.margin, y, { width: contentWidth - 110, lineBreak: false });
    const words = pageWords.replace('\u0001', String(n + 1)).replace('\u0002', String(count));
    doc.text(words, pdfPageSize.width - pdfPageSize.margin - 100, y, { width: 100, align: 'right', lineBreak: false });
    if (mark) {
      doc
        .save()
        .rotate(-38, { origin: [pdfPageSize.width / 2, pdfPageSize.height / 2] })
        .fillOpacity(0.09)
        .font('heading')
        .fontSize(52)
        .fillColor('#b91c1c');
      doc.text(toDrawableText(mark, 'heading'), 0, pdfPageSize.height / 2 - 30, { width: pdfPageSize.width, align: 'center', lineBreak: false });
      doc.restore();
    }
    doc.endMarkedContent();
  }
}
