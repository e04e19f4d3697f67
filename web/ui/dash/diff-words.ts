/** Compares two texts word by word. The functions are pure, so that the server can use them in mails about changed policies. */
import { diffWordsWithSpace } from 'diff';

export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

const ENTITY: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', ndash: '–', mdash: '—', hellip: '…' };

const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z]+));/gi, (whole, dec?: string, hex?: string, name?: string) => {
    if (dec) return String.fromCodePoint(Number(dec));
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return ENTITY[(name ?? '').toLowerCase()] ?? whole;
  });

/** Converts stored rich text into lines. Headings, paragraphs and list items are separate lines, so that a moved tag is not shown as a change. */
export const htmlToText = (html: string) =>
  decode(
    html
      .replace(/\s+/g, ' ')
      .replace(/<li[^>]*>/gi, '• ')
      .replace(/<(?:br|hr)[^>]*>/gi, '\n')
      .replace(/<\/(?:p|h[1-6]|li|blockquote|tr|table|ul|ol|div)>/gi, '\n')
      .replace(/<\/t[dh]>/gi, '\t')
      .replace(/<[^>]+>/g, ''),
  )
    .replace(/[ \u00a0]*\n[ \u00a0]*/g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();

export const diffWords = (before: string, after: string): DiffPart[] =>
  diffWordsWithSpace(before, after).map(({ added, removed, value }) => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text: value }));
