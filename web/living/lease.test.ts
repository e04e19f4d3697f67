import { expect, test } from 'vitest';
import { listUpcomingRentChanges } from './lease.tsx';

test('future rents: include a later rent unless the amount stays the same or the tenant moves out before its start', () => {
  const term = (from: string, rent_cents: number) => ({
    id: rent_cents,
    signed_cents: null,
    from,
    last: null,
    rent_cents,
    period: 2,
    why: 'rent_change' as const,
  });
  const terms = [term('2026-01-01', 100), term('2027-01-01', 120), term('2027-06-01', 120)];
  const of = (leaving_on: string | null, today: string) => listUpcomingRentChanges({ terms, leaving_on }, today).map(({ from }) => from);
  expect(of(null, '2026-11-17')).toEqual(['2027-01-01']);
  expect(of('2026-12-31', '2026-11-17')).toEqual([]);
  expect(of(null, '2027-01-01')).toEqual([]);
});
