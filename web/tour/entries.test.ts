import { expect, test } from 'vitest';
import { formatNairobiDateTime, parseNairobiDateTime } from './entries.ts';

test("tour calendar: times are shown and read in Nairobi time, independent of the reader's time zone", () => {
  expect(formatNairobiDateTime('2027-03-25T22:30:00Z')).toBe('2027-03-26 01:30:00');
  for (const at of ['2027-03-25T22:30:00.000Z', '2027-12-31T21:00:00.000Z', '2027-03-28T01:15:00.000Z'])
    expect(new Date(parseNairobiDateTime(formatNairobiDateTime(at))).toISOString()).toBe(at);
});
