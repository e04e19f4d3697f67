import { describe, expect, test } from 'vitest';
import { count, date, dateDay, dateShort, dateTime, initials, isoDay, kes, kesShort, month, phone, pin, relative, time } from './format.ts';

const nbsp = '\u00a0';

describe('money', () => {
  test.each([
    [4_500_000, `KES${nbsp}45,000`],
    [4_500_050, `KES${nbsp}45,000.50`],
    [0, `KES${nbsp}0`],
    [99, `KES${nbsp}0.99`],
    [-100_000, `\u2212KES${nbsp}1,000`],
    [12_345_678_901_234_567n, `KES${nbsp}123,456,789,012,345.67`],
  ])('%s cents', (cents, text) => expect(kes(cents)).toBe(text));

  test('invoices always carry two decimals', () => expect(kes(1_650_000, true)).toBe(`KES${nbsp}16,500.00`));

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
  ])('%s cents on a pin', (cents, text) => expect(pin(cents)).toBe(text));

  test('short amounts keep sign and currency apart', () => {
    expect(kesShort(84_500_000)).toBe(`KES${nbsp}845K`);
    expect(kesShort(-120_000_000)).toBe(`\u2212KES${nbsp}1.2M`);
  });

  test('counts', () => {
    expect(count(1476)).toBe('1,476');
    expect(count(-1_000_000)).toBe('\u22121,000,000');
    expect(count(7)).toBe('7');
  });
});

describe('dates', () => {
  test('the day is Nairobi’s, not UTC’s', () => {
    expect(date('2026-11-04T21:30:00Z')).toBe('5 November 2026');
    expect(date('2026-11-04T20:59:59Z')).toBe('4 November 2026');
    expect(isoDay('2026-12-31T21:00:00Z')).toBe('2027-01-01');
  });
  test('a date without time keeps its day', () => expect(date('2026-11-05')).toBe('5 November 2026'));
  test('both languages', () => {
    expect(date('2026-12-05', 'sw')).toBe('5 Desemba 2026');
    expect(dateShort('2026-09-05')).toBe('5 Sep');
    expect(dateShort('2026-03-05', 'sw')).toBe('5 Mac');
    expect(dateDay('2026-11-05', 'sw')).toBe('Alhamisi, 5 Novemba 2026');
    expect(month('2026-11-05')).toBe('November 2026');
  });
  test.each([
    ['2026-11-05T11:05:00Z', '2:05'],
    ['2026-11-05T21:00:00Z', '12:00'],
    ['2026-11-05T09:00:00Z', '12:00'],
    ['2026-11-05T05:59:00Z', '8:59'],
  ])('%s', (when, digits) => expect(time(when)).toMatch(new RegExp(`^${digits} [AP]M$`)));
  test('noon and midnight', () => {
    expect(time('2026-11-05T09:00:00Z')).toBe('12:00 PM');
    expect(time('2026-11-05T21:00:00Z')).toBe('12:00 AM');
  });
  test('date and time', () => expect(dateTime('2026-11-05T11:05:00Z')).toBe('5 November 2026, 2:05 PM'));
  test('nonsense shows as nothing', () => {
    expect(date('soon')).toBe('');
    expect(relative('soon', 0)).toBe('');
  });
  test('no output holds the narrow space that some ICU versions use', () =>
    expect([dateTime(0), time(0), kes(1), date(0, 'sw')].join('')).not.toMatch(/\u202f/));
});

describe('relative time', () => {
  const now = '2026-11-05T12:00:00Z';
  test.each([
    ['2026-11-05T11:59:30Z', 'just now', 'sasa hivi'],
    ['2026-11-05T11:59:00Z', '1 minute ago', 'dakika 1 iliyopita'],
    ['2026-11-05T11:05:00Z', '55 minutes ago', 'dakika 55 zilizopita'],
    ['2026-11-05T09:00:00Z', '3 hours ago', 'saa 3 zilizopita'],
    ['2026-11-05T14:00:00Z', 'in 2 hours', 'baada ya saa 2'],
    ['2026-11-04T12:00:00Z', '4 November 2026', '4 Novemba 2026'],
  ])('%s', (when, en, sw) => {
    expect(relative(when, now)).toBe(en);
    expect(relative(when, now, 'sw')).toBe(sw);
  });
});

test('phones', () => {
  expect(phone('+254712345678')).toBe('0712 345 678');
  expect(phone('254712345678')).toBe('0712 345 678');
  expect(phone('+447700900123')).toBe('+447700900123');
});

test.each([
  ['Esther Njuguna', 'EN'],
  ['Njuguna & Kin Ltd', 'NK'],
  ['wanjiru', 'W'],
  ['', ''],
])('the initials of %s', (name, letters) => expect(initials(name)).toBe(letters));
