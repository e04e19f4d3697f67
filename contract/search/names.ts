import { m } from '#words/messages.js';

/** The few words of a search that public pages draw in the browser; the rest stands in criteria.ts. */
export const typeNames = { rent: m.portal_rent, lease: m.portal_lease, buy: m.portal_buy } as const;
export type TypeName = keyof typeof typeNames;
export const bedsName = (value: string): string =>
  value === '0' ? m.portal_beds_none() : value === '5' ? m.portal_beds_five() : m.portal_beds({ count: Number(value) });
