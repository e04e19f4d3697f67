import { sum } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';

type Asked = { readonly due: Day; readonly cents: number | null; readonly paid_cents?: number };
/** One due day: everything that is asked for on it, what was paid of that before, and what is left. */
export type DueDay<L> = {
  readonly on: Day;
  readonly lines: readonly L[];
  readonly asked_cents: number;
  readonly paid_cents: number;
  readonly left_cents: number;
  /** Some of it is measured by a meter, and known later. */
  readonly metered: boolean;
  /** Nothing of it is to be paid any more. */
  readonly done: boolean;
};

/** What falls due, day by day. Everybody reads the same: the lines as they were agreed, less what was paid before, is what is left. */
export const dueDays = <L extends Asked>(lines: readonly L[]): DueDay<L>[] =>
  [...Map.groupBy(lines, (line) => line.due)].map(([on, all]) => {
    const asked = sum(all.map((line) => line.cents ?? 0));
    const paid = sum(all.map((line) => line.paid_cents ?? 0));
    const metered = all.some((line) => line.cents === null);
    return { on, lines: all, asked_cents: asked, paid_cents: paid, left_cents: asked - paid, metered, done: !metered && asked === paid };
  });

/** The same as its reader needs it: what has not passed begins the list, and what fell due before stands after it. Whether that was paid nobody knows here yet. */
export function dueAround<L extends Asked>(lines: readonly L[], today: Day): { readonly coming: DueDay<L>[]; readonly past: DueDay<L>[] } {
  const days = dueDays(lines).sort((a, b) => (a.on < b.on ? -1 : 1));
  return { coming: days.filter(({ on }) => on >= today), past: days.filter(({ on }) => on < today) };
}

/** What falls due next: the first day that has not passed and of which something is left. */
export const dueNext = <L extends Asked>(lines: readonly L[], today: Day): DueDay<L> | null =>
  dueAround(lines, today).coming.find(({ done }) => !done) ?? null;
