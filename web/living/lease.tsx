import { useParams } from 'react-router';
import { type TenancyFull, tenancyCalls } from '#contract/tenancy/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useTitle } from '#web/layout/title.ts';
import { date } from '#web/ui/format.ts';
import { m } from '#words/messages.js';

/** The lease the address names; a code that is another's is not found. */
export function useLease() {
  const { tenancy_id, code = '' } = useParams();
  const found = useCall(tenancyCalls.details, { id: Number(tenancy_id) || 0, code });
  useTitle(found.data ? homeName(found.data) : undefined);
  return found;
}

export const homeName = ({ unit, property }: Pick<TenancyFull, 'unit' | 'property'>): string => `${unit.name}, ${property.name}`;

type Next = NonNullable<TenancyFull['next']>;
const whats: Readonly<Record<Next['what'], (said: { date: string }) => string>> = {
  start: m.living_next_start,
  leave: m.living_next_leave,
  end: m.living_next_end,
  roll: m.living_next_roll,
  rent: m.living_next_rent,
  review: m.living_next_review,
};
export const nextText = ({ what, on }: Next): string => whats[what]({ date: date(on) });

export type Line = TenancyFull['schedule'][number];
/** What of a line is still to be paid. */
export const leftOf = ({ cents, paid_cents }: Line): number => (cents ?? 0) - paid_cents;
/** What falls due together next: the lines of the first due day that has not passed and is not paid. */
export function dueNext(schedule: readonly Line[], today: string): { on: string; lines: Line[]; cents: number; metered: boolean } | null {
  const open = new Set(schedule.filter((line) => line.cents === null || leftOf(line) !== 0).map((line) => line.due));
  const coming = schedule.filter((line) => line.due >= today && open.has(line.due)).sort((a, b) => (a.due < b.due ? -1 : 1));
  const [first] = coming;
  if (!first) return null;
  const lines = coming.filter((line) => line.due === first.due);
  return { on: first.due, lines, cents: lines.reduce((sum, line) => sum + leftOf(line), 0), metered: lines.some((line) => line.cents === null) };
}
