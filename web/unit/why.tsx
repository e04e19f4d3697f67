import { reasonText } from '#contract/audit/reasons.ts';
import type { HeldFor } from '#contract/unit/shapes.ts';
import { useDash } from '#web/layout/screen.ts';
import { date } from '#web/ui/format.ts';
import { A } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';

/** Why a unit is what it is, in words: whom it is held for with the way there, what our own code wrote down, or what somebody typed. */
export function Why({ reason, held }: { reason: string; held: HeldFor | null }) {
  const { link } = useDash();
  if (!held) return reasonText(reason);
  return (
    <>
      {m.unit_held_for({ name: held.name, day: date(held.from) })} <A href={link('booking.detail', held)}>{m.unit_held_open()}</A>
    </>
  );
}
