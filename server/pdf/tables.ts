import type { PdfDocumentTable } from './parts.ts';
import { contentWidth, inkColours, type PdfPen, pdfPageSize } from './pen.ts';

const pad = { x: 6, y: 5.5 } as const;
/** The first and last cells have no outer padding, so that text begins and amounts end at the page margins. */
const edges = (n: number, of: number) => ({ left: n === 0 ? 0 : pad.x, right: n === of - 1 ? 0 : pad.x });
const size = 9.5;
type Cell = { readonly text: string; readonly x: number; readonly width: number; readonly right: boolean };

/** Draws the rows directly, because pdfkit's own table takes three times as long. A row is never split, and the header is repeated on every page. */
export function drawTable(pen: PdfPen, { columns, rows, foot }: PdfDocumentTable): void {
  const given = columns.reduce((sum, { share = 0 }) => sum + share, 0);
  const rest = (1 - given) / Math.max(1, columns.filter(({ share }) => share === undefined).length);
  let at: number = pdfPageSize.margin;
  const places = columns.map(({ share = rest, right = false }) => {
    const place = { x: at, width: contentWidth * share, right };
    at += contentWidth * share;
    return place;
  });
  const cells = (texts: readonly string[]): Cell[] => places.map((place, n) => ({ ...place, text: texts[n] ?? '' }));
  const titles = columns.map(({ title }) => title);
  pen.branch(pen.root, 'Table', (table) => {
    row(pen, table, cells(titles), 'TH');
    for (const texts of rows) {
      if (!fits(pen, cells(texts))) {
        pen.doc.addPage();
        row(pen, table, cells(titles), 'TH');
      }
      row(pen, table, cells(texts), 'TD');
    }
    if (foot) row(pen, table, cells(foot), 'TD', true);
  });
  pen.doc.moveDown(0.8);
}

/** Draws labels with their values as a table whose first column contains the row headers. */
export function drawPairsTable(pen: PdfPen, pairs: readonly (readonly [string, string])[]): void {
  const label = contentWidth * 0.34;
  pen.branch(pen.root, 'Table', (table) => {
    for (const [name, value] of pairs) {
      const cells: Cell[] = [
        { text: name, x: pdfPageSize.margin, width: label, right: false },
        { text: value, x: pdfPageSize.margin + label, width: contentWidth - label, right: false },
      ];
      if (!fits(pen, cells)) pen.doc.addPage();
      row(pen, table, cells, 'pair');
    }
  });
  pen.doc.moveDown(0.8);
}

const heightOf = (pen: PdfPen, cells: readonly Cell[]): number =>
  Math.max(
    ...cells.map(({ text, width }, n) => {
      const { left, right } = edges(n, cells.length);
      return pen.heightOf(text || ' ', 'plain', size, width - left - right);
    }),
  ) +
  2 * pad.y;
const fits = (pen: PdfPen, cells: readonly Cell[]): boolean => pen.doc.y + heightOf(pen, cells) <= pdfPageSize.height - pdfPageSize.foot;

function row(pen: PdfPen, table: PDFKit.PDFStructureElement, cells: readonly Cell[], kind: 'TH' | 'TD' | 'pair', strong = false): void {
  const { doc } = pen;
  // A cell taller than a page is cut at its end.
  const height = Math.min(heightOf(pen, cells), pdfPageSize.height - pdfPageSize.margin - pdfPageSize.foot);
  if (!fits(pen, cells)) doc.addPage();
  const y = doc.y;
  pen.decorate(() => {
    doc
      .moveTo(pdfPageSize.margin, y + height)
      .lineTo(pdfPageSize.width - pdfPageSize.margin, y + height)
      .lineWidth(kind === 'TH' ? 0.9 : 0.5)
      .strokeColor(kind === 'TH' ? inkColours.text : inkColours.line)
      .stroke();
  });
  pen.branch(table, 'TR', (line) => {
    for (const [n, { text, x, width, right }] of cells.entries()) {
      const heads = kind === 'TH' || (kind === 'pair' && n === 0);
      const face = kind === 'TH' || strong ? 'bold' : 'plain';
      const colour = heads ? inkColours.soft : inkColours.text;
      const edge = edges(n, cells.length);
      pen.say(line, heads ? 'TH' : 'TD', () =>
        pen.write(text || ' ', face, size, {
          x: x + edge.left,
          y: y + pad.y,
          width: width - edge.left - edge.right,
          align: right ? 'right' : 'left',
          colour,
        }),
      );
    }
  });
  doc.y = y + height;
  doc.x = pdfPageSize.margin;
}
