/** The action this page was opened for, read before the address changes; contract/finding/wish.ts defines it. */
export const requestedIntent = typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('wish');
