import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RentScheduleTable } from './schedule-table.tsx';

const line = (label: string, cents: number | null, due = '2027-03-05') => ({
  kind: label === '' ? ('rent' as const) : ('service' as const),
  label,
  cents,
  due,
  from: '2027-03-01',
  last: '2027-03-31',
  days: 31,
  of: 31,
});
const cells = (lines: readonly object[]) =>
  [...renderToStaticMarkup(<RentScheduleTable lines={lines as never} />).matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, text]) => text);

test('rent schedule: a day with several charges shows each charge with its amount, and a single charge shows only its name', () => {
  expect(cells([line('', 3_000_000), line('Service', 250_000), line('Water', null)])[1]).toMatch(/Rent .*30,000.* · Service .*2,500.* · Water, /);
  expect(cells([line('', 3_000_000)])[1]).toBe('Rent');
});
