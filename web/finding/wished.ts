/** What this page was opened to do, read before anything changes its address; contract/finding/wish.ts says what it may be. */
export const wished = typeof location === 'undefined' ? null : new URLSearchParams(location.search).get('wish');
