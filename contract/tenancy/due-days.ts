import { sumCents } from '#contract/money/cents.ts';
import type { Day } from '#contract/time/days.ts';

type Asked = { readonly due: Day; readonly cents: number | null; readonly paid_cents?: number };
/** One due day: its charges, how much was paid before, and the balance due. */
export type DueDay<L> = {
  readonly on: Day;
  readonly lines: readonly L[];
  readonly asked_cents: number;
  readonly paid_cents: number;
  readonly left_cents: number;
  /** Part of it is metered, and known later. */
  readonly metered: boolean;
  /** No part of it is to be paid any more. */
  readonly done: boolean;
};

/** The due days in order. Every reader gets the same: the agreed lines, less earlier payments, are the balance due. */
export const listDueDays = <L extends Asked>(lines: readonly L[]): DueDay<L>[] =>
  [...Map.groupBy(lines, (line) => line.due)].map(([on, all]) => {
    const asked = sumCents(all.map((line) => line.cents ?? 0));
    const paid = sumCents(all.map((line) => line.paid_cents ?? 0));
    const metered = all.some((line) => line.cents === null);
    return { on, lines: all, asked_cents: asked, paid_cents: paid, left_cents: asked - paid, metered, done: !metered && asked === paid };
  });

/** The schedule in reading order: upcoming days first, then past ones. Whether past days were paid is not known here. */
export function splitDueDays<L extends Asked>(lines: readonly L[], today: Day): { readonly coming: DueDay<L>[]; readonly past: DueDay<L>[] } {
  const days = listDueDays(lines).sort((a, b) => (a.on < b.on ? -1 : 1));
  return { coming: days.filter(({ on }) => on >= today), past: days.filter(({ on }) => on < today) };
}

/** The next due day: the first day from today on with a balance due. */
export const findNextDueDay = <L extends Asked>(lines: readonly L[], today: Day): DueDay<L> | null =>
  splitDueDays(lines, today).coming.find(({ done }) => !done) ?? null;
