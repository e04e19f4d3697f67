import { expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { formatKes } from '#web/ui/format.ts';
import { listTenantSteps, type TenantStepFacts } from './steps.ts';

const named = (name: string) => ({ id: 1, code: 'C-1', name });
const home = { unit: named('A2'), property: named('Sunbird Court') };
const inDays = (days: number) => new Date(clock.ms() + days * 86_400_000).toISOString();
const none: TenantStepFacts = { agreements: [], bookings: [], inspections: [], tours: [], lived: [], leases: [] };
// Only the fields that are read are given.
const some = <T>(one: object) => one as T;

const lease = (due: string) =>
  some<TenantStepFacts['leases'][number]>({
    id: 7,
    code: 'TCY-1',
    ...home,
    schedule: [{ kind: 'rent', label: '', from: due, last: due, cents: 1_650_000, days: 1, of: 1, due, paid_cents: 0 }],
  });
const tour = (id: number, starts_at: string, may: string[] = ['cancel']) =>
  some<TenantStepFacts['tours'][number]>({ id, starts_at, title: 'Two rooms', place: 'Roysambu', may });
const booking = (more: object) =>
  some<TenantStepFacts['bookings'][number]>({
    id: 3,
    code: 'BKG-1',
    ...home,
    status: 2,
    stage: 'screening',
    due_cents: 4_500_000,
    acts: [],
    pay_until: null,
    ...more,
  });

test("tenant's next steps: start with steps due within three days, followed by requests without a date and then later steps", () => {
  const facts: TenantStepFacts = {
    ...none,
    agreements: [some({ id: 5, code: 'AGR-1', kind: 'lease', unit: 'A2', property: 'Sunbird Court', due_at: inDays(4) })],
    bookings: [
      booking({ pay_until: inDays(2) }),
      booking({ id: 4, status: 0, acts: ['answer'], company: { name: 'Njuguna & Kin' }, consent_until: null }),
    ],
    inspections: [some({ id: 6, ...home, kind: 'move_in', answer_by: inDays(3.5), scheduled_at: inDays(-2) })],
    tours: [tour(1, inDays(1))],
    leases: [lease(addDays(clock.today(), 9))],
    lived: [],
  };
  expect(listTenantSteps(facts).map((step) => step.key)).toEqual(['tour 1', 'booking 3', 'booking 4', 'inspection 6', 'agreement 5', 'rent 7']);
  // Rent due tomorrow comes before steps without a date.
  const soon = { ...facts, leases: [lease(addDays(clock.today(), 1))] };
  expect(
    listTenantSteps(soon)
      .map((step) => step.key)
      .slice(0, 4),
  ).toEqual(['tour 1', 'rent 7', 'booking 3', 'booking 4']);
});

test("tenant's next steps: include rent due today until the end of the day, and omit past and cancelled tours", () => {
  expect(listTenantSteps({ ...none, leases: [lease(clock.today())] }).map((step) => step.big)).toEqual([formatKes(1_650_000)]);
  expect(listTenantSteps({ ...none, tours: [tour(1, inDays(-1)), tour(2, inDays(1), [])] })).toEqual([]);
});

test("tenant's next steps: include no step for a frozen booking or a reported payment", () => {
  expect(listTenantSteps({ ...none, bookings: [booking({ said_paid_at: inDays(0), pay_until: inDays(1) })] })).toEqual([]);
  expect(listTenantSteps({ ...none, bookings: [booking({ stage: 'frozen', pay_until: inDays(1) })] })).toEqual([]);
});
