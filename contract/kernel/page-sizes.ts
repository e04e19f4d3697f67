/** How many rows a page of a list may have. */
export const pageSizes = [10, 20, 50, 100] as const;

/** A list taken out as a file holds at most so many rows. */
export const maxCsvRows = 5000;
