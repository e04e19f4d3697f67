import { type FontFace, toDrawableText } from './letters.ts';

/** A4 in points. The margins leave space for a hole punch and a stamp. */
export const pdfPageSize = { width: 595.28, height: 841.89, margin: 56, foot: 64 } as const;
export const contentWidth = pdfPageSize.width - 2 * pdfPageSize.margin;
export const inkColours = { text: '#1c1917', soft: '#57534e', line: '#d6d3d1' } as const;
type Struct = PDFKit.PDFStructureElement;

/** Draws content and its accessibility tags together. */
export type PdfPen = {
  readonly doc: PDFKit.PDFDocument;
  /** The parent of the next elements in the accessibility tree. */
  readonly root: Struct;
  readonly say: (parent: Struct, tag: string, draw: () => void, options?: PDFKit.Mixins.StructureElementOptions) => void;
  readonly branch: (parent: Struct, tag: string, inside: (own: Struct) => void, options?: PDFKit.Mixins.StructureElementOptions) => void;
  /** Draws decoration without content, such as lines, bands and page numbers, outside of the accessibility tree. */
  readonly decorate: (draw: () => void) => void;
  readonly write: (
    text: string,
    face: FontFace,
    size: number,
    where?: PDFKit.Mixins.TextOptions & { x?: number; y?: number; colour?: string },
  ) => void;
  readonly heightOf: (text: string, face: FontFace, size: number, width: number) => number;
  /** Starts a new page unless this height still fits on the current one. */
  readonly room: (height: number) => void;
};

export function makePen(doc: PDFKit.PDFDocument): PdfPen {
  const root = doc.struct('Document');
  doc.addStructure(root);
  const pen: PdfPen = {
    doc,
    root,
    say(parent, tag, inside, options = {}) {
      const element = doc.struct(tag, options, inside);
      parent.add(element);
      element.end();
    },
    branch(parent, tag, inside, options = {}) {
      const element = doc.struct(tag, options);
      parent.add(element);
      inside(element);
      element.end();
    },
    decorate(inside) {
      doc.markContent('Artifact', { type: 'Layout' });
      doc.save();
      inside();
      doc.restore();
      doc.endMarkedContent();
    },
    write(text, face, size, { x, y, colour = inkColours.text, ...options } = {}) {
      doc.font(face).fontSize(size).fillColor(colour);
      const drawn = toDrawableText(text, face);
      // Copying and searching give the original letters instead of the separated glyphs.
      const apart = drawn !== text.normalize('NFC');
      if (apart) doc.markContent('Span', { actual: text.normalize('NFC') });
      doc.text(drawn, x ?? pdfPageSize.margin, y ?? doc.y, { lineGap: size * 0.25, ...options });
      if (apart) doc.endMarkedContent();
    },
    heightOf(text, face, size, width) {
      return doc
        .font(face)
        .fontSize(size)
        .heightOfString(toDrawableText(text, face), { width, lineGap: size * 0.25 });
    },
    room(height) {
      if (doc.y + height > pdfPageSize.height - pdfPageSize.foot) doc.addPage();
    },
  };
  return pen;
}
