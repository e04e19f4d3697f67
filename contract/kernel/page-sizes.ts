/** How many rows a page of a list may have. */
export const pageSizes = [10, 20, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** One act may be done to so many rows of a list at once. */
export const manyMost = 100;

/** A list taken out as a file comes in parts of so many rows, until there are no more. */
export const csvPart = 5000;
