import { maxBodyBytes } from '#contract/kernel/body.ts';

/**
 * Limits of a sheet that is read in the browser: a file of 5 MB that unpacks to at most 60 MB, and as many rows as one call accepts. A call
 * carries the rows as text, with room for the settings that are sent with them.
 */
export const sheetLimits = {
  fileBytes: 5_000_000,
  unfolded: 60_000_000,
  sheets: 20,
  sheetRows: 5000,
  columns: 60,
  rows: 1000,
  sentBytes: maxBodyBytes - 24_000,
  cell: 300,
} as const;

/** Rejected rows can be read and corrected for this many days. They hold personal data. */
export const rejectedRowRetentionDays = 30;
