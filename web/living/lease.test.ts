import { expect, test } from 'vitest';
import { dueNext, type Line } from './lease.tsx';

const line = (due: string, cents: number | null, paid_cents = 0): Line => ({
  ...{ kind: 'rent', label: 'Rent', from: due, last: due, cents, days: 1, of: 1, due, paid_cents },
});

test('what falls due next is everything of the first day that has not passed; what a meter measures is said to come', () => {
  const all = [line('2026-12-05', 100), line('2026-12-05', null), line('2027-01-05', 300), line('2026-11-05', 500)];
  expect(dueNext(all, '2026-12-05')).toMatchObject({ on: '2026-12-05', cents: 100, metered: true });
  expect(dueNext(all, '2026-12-06')).toMatchObject({ on: '2027-01-05', cents: 300, metered: false });
  expect(dueNext(all, '2027-02-01')).toBeNull();
  // What was paid before is not due again.
  expect(dueNext([line('2026-12-05', 100, 100), line('2027-01-05', 300, 200)], '2026-12-01')).toMatchObject({ on: '2027-01-05', cents: 100 });
});
