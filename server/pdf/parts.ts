/** The parts of a document. They are plain data, because they are passed to the thread that draws it. */
export type PdfDocumentPart =
  | { readonly heading: string; readonly level?: 1 | 2 | 3; readonly language?: PdfDocumentLanguage }
  | { readonly text: string; readonly style?: 'small' | 'bold' | 'note'; readonly language?: PdfDocumentLanguage }
  /** A list of labels with their values. */
  | { readonly pairs: readonly (readonly [label: string, value: string])[] }
  | { readonly table: PdfDocumentTable }
  /** The most important facts of a document, side by side, each label above its lines. */
  | { readonly facts: readonly { readonly label: string; readonly lines: readonly string[] }[] }
  /** Totals at the right below a table. The last one is the final amount. */
  | { readonly sums: readonly (readonly [label: string, value: string])[] }
  | { readonly list: readonly string[]; readonly numbered?: boolean; readonly language?: PdfDocumentLanguage }
  /** Two languages side by side, paragraph by paragraph. The first is the governing language. */
  | {
      readonly beside: readonly [string, string];
      readonly languages: readonly [PdfDocumentLanguage, PdfDocumentLanguage];
      readonly heading?: boolean;
    }
  /** A place to sign: a drawn signature (an SVG path in its box) or a typed name. */
  | { readonly signature: PdfDocumentSignature }
  | { readonly qr: string; readonly alt: string; readonly text?: string }
  /** A JPEG or PNG picture. */
  | { readonly picture: Uint8Array; readonly alt: string; readonly width?: number }
  | { readonly rule: true }
  | { readonly newPage: true };

export type PdfDocumentLanguage = 'en' | 'sw';
export type PdfDocumentTable = {
  /** `share` is the column's part of the width. Columns without it divide the rest equally. */
  readonly columns: readonly { readonly title: string; readonly share?: number; readonly right?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly foot?: readonly string[];
};
export type PdfDocumentSignature = {
  readonly name: string;
  readonly role: string;
  readonly drawn?: { readonly path: string; readonly width: number; readonly height: number };
  readonly typed?: string;
  /** The time and place of the signature. */
  readonly said?: string;
};
/** The letterhead: the pindo border, the sender at the left, and at the right the title, its code and its location. */
export type Letterhead = {
  readonly from: string;
  /** The contact data of the sender: address, PIN, phone. */
  readonly reach: readonly string[];
  readonly code: string;
  readonly badge?: { readonly text: string; readonly tone: 'done' | 'open' | 'late' };
};
export type PdfDocumentContent = {
  readonly title: string;
  readonly subtitle?: string;
  readonly letterhead?: Letterhead;
  readonly language: PdfDocumentLanguage;
  /** The text at the foot of every page beside the page number, such as a code or a hash. */
  readonly foot?: string;
  /** The author in the metadata of the document. */
  readonly author?: string;
  /** The creation time in the file. The same document with the same time has the same bytes. */
  readonly at: Date;
  readonly parts: readonly PdfDocumentPart[];
  /** A watermark on every page, for example on a preview, which is not a contract. */
  readonly mark?: string;
};
/** The document as it is passed to the drawing thread, which has no messages of its own. */
export type PdfDrawingInput = PdfDocumentContent & {
  /** U+0001 is replaced by the page number and U+0002 by the number of pages. */ readonly pageWords: string;
};
