import { translateAuditReason } from '#contract/audit/reasons.ts';
import type { UnitReservationBooking } from '#contract/unit/shapes.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';

/** The reason of a unit's status as text: the reserving booking with a link, a system reason, or the text a person entered. */
export function UnitStatusReason({ reason, held }: { reason: string; held: UnitReservationBooking | null }) {
  const { link } = useDashboard();
  if (!held) return translateAuditReason(reason);
  return (
    <>
      {m.unit_held_for({ name: held.name, day: formatDate(held.from) })} <AppLink href={link('booking.detail', held)}>{m.unit_held_open()}</AppLink>
    </>
  );
}
