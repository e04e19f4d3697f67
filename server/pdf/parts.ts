/** The parts of a document. They are plain data, because they are passed to the thread that draws it. */
export type Part =
  | { readonly heading: string; readonly level?: 1 | 2 | 3; readonly language?: PaperLanguage }
  | { readonly text: string; readonly style?: 'small' | 'bold' | 'note'; readonly language?: PaperLanguage }
  /** What something is called, and what it is. */
  | { readonly pairs: readonly (readonly [label: string, value: string])[] }
  | { readonly table: PaperTable }
  /** The few things one looks for first, side by side: what each is called above what it is. */
  | { readonly facts: readonly { readonly label: string; readonly lines: readonly string[] }[] }
  /** What it comes to, at the right under the table; the last is what counts. */
  | { readonly sums: readonly (readonly [label: string, value: string])[] }
  | { readonly list: readonly string[]; readonly numbered?: boolean; readonly language?: PaperLanguage }
  /** Two languages side by side, paragraph by paragraph: the first is the one that governs. */
  | { readonly beside: readonly [string, string]; readonly languages: readonly [PaperLanguage, PaperLanguage]; readonly heading?: boolean }
  /** A place to sign: a drawn signature (an SVG path in its box) or a typed name. */
  | { readonly signature: PaperSignature }
  | { readonly qr: string; readonly alt: string; readonly text?: string }
  /** JPEG or PNG. */
  | { readonly picture: Uint8Array; readonly alt: string; readonly width?: number }
  | { readonly rule: true }
  | { readonly newPage: true };

export type PaperLanguage = 'en' | 'sw';
export type PaperTable = {
  /** `share` of the width; those without share the rest alike. */
  readonly columns: readonly { readonly title: string; readonly share?: number; readonly right?: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly foot?: readonly string[];
};
export type PaperSignature = {
  readonly name: string;
  readonly role: string;
  readonly drawn?: { readonly path: string; readonly width: number; readonly height: number };
  readonly typed?: string;
  /** When, from where. */
  readonly said?: string;
};
/** Our page layout: the pindo border, the sender at the left, and at the right the title, its code and its location. */
export type Letterhead = {
  readonly from: string;
  /** How to reach them: address, PIN, phone. */
  readonly reach: readonly string[];
  readonly code: string;
  readonly badge?: { readonly text: string; readonly tone: 'done' | 'open' | 'late' };
};
export type Paper = {
  readonly title: string;
  readonly subtitle?: string;
  readonly letterhead?: Letterhead;
  readonly language: PaperLanguage;
  /** At the foot of every page, beside its number: a code, a hash. */
  readonly foot?: string;
  /** The sender of the document, in its metadata. */
  readonly author?: string;
  /** Written into the file, so that the same document at the same moment has the same bytes. */
  readonly at: Date;
  readonly parts: readonly Part[];
  /** Printed faintly across every page, because a preview is not a contract. */
  readonly mark?: string;
};
/** As the thread gets it: words of the house are put in before. */
export type Drawing = Paper & { /** With U+0001 for the page and U+0002 for how many. */ readonly pageWords: string };
