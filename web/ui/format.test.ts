import { describe, expect, test } from 'vitest';
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatKes,
  formatKesShort,
  formatMonth,
  formatPinPrice,
  formatRelative,
  formatShortDate,
  formatTime,
  formatWeekday,
  getInitials,
  phone,
  toIsoDay,
} from './format.ts';

const nbsp = '\u00a0';

describe('money format', () => {
  test.each([
    [4_500_000, `KES${nbsp}45,000`],
    [4_500_050, `KES${nbsp}45,000.50`],
    [0, `KES${nbsp}0`],
    [99, `KES${nbsp}0.99`],
    [-100_000, `\u2212KES${nbsp}1,000`],
    [12_345_678_901_234_567n, `KES${nbsp}123,456,789,012,345.67`],
  ])('shows %s cents in shillings', (cents, text) => expect(formatKes(cents)).toBe(text));

  test('shows invoice amounts with two decimals', () => expect(formatKes(1_650_000, true)).toBe(`KES${nbsp}16,500.00`));

  test.each([
    [950_000, '9,500'],
    [1_000_000, '10K'],
    [84_500_000, '845K'],
    [99_950_000, '1M'],
    [120_000_000, '1.2M'],
    [1_250_000_000, '12.5M'],
    [15_000_000_000, '150M'],
    [99_995_000_000, '1B'],
    [-84_500_000, '\u2212845K'],
  ])('shortens %s cents on a map pin', (cents, text) => expect(formatPinPrice(cents)).toBe(text));

  test('abbreviated amounts have the currency before the number and a minus sign before the currency', () => {
    expect(formatKesShort(84_500_000)).toBe(`KES${nbsp}845K`);
    expect(formatKesShort(-120_000_000)).toBe(`\u2212KES${nbsp}1.2M`);
  });

  test('numbers have thousands separators and a true minus sign', () => {
    expect(formatCount(1476)).toBe('1,476');
    expect(formatCount(-1_000_000)).toBe('\u22121,000,000');
    expect(formatCount(7)).toBe('7');
  });
});

describe('date format', () => {
  test('uses the day in Nairobi, not in UTC', () => {
    expect(formatDate('2026-11-04T21:30:00Z')).toBe('5 November 2026');
    expect(formatDate('2026-11-04T20:59:59Z')).toBe('4 November 2026');
    expect(toIsoDay('2026-12-31T21:00:00Z')).toBe('2027-01-01');
  });
  test('does not shift the day of a date without time', () => expect(formatDate('2026-11-05')).toBe('5 November 2026'));
  test('supports English and Kiswahili', () => {
    expect(formatDate('2026-12-05', 'sw')).toBe('5 Desemba 2026');
    expect(formatShortDate('2026-09-05')).toBe('5 Sep');
    expect(formatShortDate('2026-03-05', 'sw')).toBe('5 Mac');
    expect(formatWeekday('2026-11-05', 'sw')).toBe('Alhamisi, 5 Novemba 2026');
    expect(formatMonth('2026-11-05')).toBe('November 2026');
  });
  test.each([
    ['2026-11-05T11:05:00Z', '2:05'],
    ['2026-11-05T21:00:00Z', '12:00'],
    ['2026-11-05T09:00:00Z', '12:00'],
    ['2026-11-05T05:59:00Z', '8:59'],
  ])('shows the moment %s as a clock time in Nairobi', (when, digits) => expect(formatTime(when)).toMatch(new RegExp(`^${digits} [AP]M$`)));
  test('shows noon as 12:00 PM and midnight as 12:00 AM', () => {
    expect(formatTime('2026-11-05T09:00:00Z')).toBe('12:00 PM');
    expect(formatTime('2026-11-05T21:00:00Z')).toBe('12:00 AM');
  });
  test('shows a date and a time together', () => expect(formatDateTime('2026-11-05T11:05:00Z')).toBe('5 November 2026, 2:05 PM'));
  test('shows an empty text for an invalid value', () => {
    expect(formatDate('soon')).toBe('');
    expect(formatRelative('soon', 0)).toBe('');
  });
  test('never contains the narrow space that some ICU versions write', () =>
    expect([formatDateTime(0), formatTime(0), formatKes(1), formatDate(0, 'sw')].join('')).not.toMatch(/\u202f/));
});

describe('relative time format in English and Kiswahili', () => {
  const now = '2026-11-05T12:00:00Z';
  test.each([
    ['2026-11-05T11:59:30Z', 'just now', 'sasa hivi'],
    ['2026-11-05T11:59:00Z', '1 minute ago', 'dakika 1 iliyopita'],
    ['2026-11-05T11:05:00Z', '55 minutes ago', 'dakika 55 zilizopita'],
    ['2026-11-05T09:00:00Z', '3 hours ago', 'saa 3 zilizopita'],
    ['2026-11-05T14:00:00Z', 'in 2 hours', 'baada ya saa 2'],
    ['2026-11-04T12:00:00Z', '4 November 2026', '4 Novemba 2026'],
  ])('shows %s relative to the current time', (when, en, sw) => {
    expect(formatRelative(when, now)).toBe(en);
    expect(formatRelative(when, now, 'sw')).toBe(sw);
  });
});

test('phone number format: a Kenyan number is shown in local form, and a foreign number is shown unchanged', () => {
  expect(phone('+254712345678')).toBe('0712 345 678');
  expect(phone('254712345678')).toBe('0712 345 678');
  expect(phone('+447700900123')).toBe('+447700900123');
});

test.each([
  ['Esther Njuguna', 'EN'],
  ['Njuguna & Kin Ltd', 'NK'],
  ['wanjiru', 'W'],
  ['', ''],
])('initials: are the first letters of "%s"', (name, letters) => expect(getInitials(name)).toBe(letters));
