import { lineNames } from '#contract/ledger/line-names.ts';
import { m } from '#words/messages.js';
import type { InvoiceKind, LineKind } from './kinds.ts';
import { wordNames } from './labels.ts';
import type { LineWord } from './lines.ts';

export { lineNames };

/** What a line is called: as somebody wrote it, else by our own words in the reader's language. */
export const lineName = ({ kind, label, word }: { readonly kind: LineKind; readonly label: string; readonly word: string | null }): string =>
  label || (wordNames[word as LineWord] ?? lineNames[kind])();
export type FirstLine = Parameters<typeof lineName>[0] & { readonly more: number };
/** Somebody said what it is for: a charge, or a cost of water or power that no meter measured. */
export const isByHand = ({ kind, once_key }: { readonly kind: InvoiceKind; readonly once_key: string | null }): boolean =>
  kind === 'ad_hoc' || (kind === 'utility' && once_key === null);
/** What a charge by hand is for: "Night guard", or "Parking and 2 more". Of all others their kind says it. */
export const titleOf = (first: FirstLine | null): string | null =>
  first === null ? null : first.more > 0 ? m.invoice_title_more({ first: lineName(first), count: first.more }) : lineName(first);
