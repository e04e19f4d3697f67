/** How many rows a page of a list may have. */
export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** One act may apply to this many rows of a list at once. */
export const maxBulkItems = 100;

/** A list is exported as a file in parts of this many rows, until there are no more. */
export const csvPartRows = 5000;
