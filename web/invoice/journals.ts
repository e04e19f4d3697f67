import type { InvoiceFull } from '#contract/invoice/shapes.ts';

export type Said = { readonly id: number; readonly code?: string; readonly day: string; readonly sentence: string; readonly cents: number };

/** What was booked because of an invoice, newest last. */
export const ledgerSaid = (of: InvoiceFull): readonly Said[] => (of as { journals?: readonly Said[] }).journals ?? [];
