import { type UnitStatus, unitStatuses } from '#contract/catalogue/kinds.ts';
import { unitStatusSigns } from '#contract/unit/labels.ts';
import type { UnitMove } from '#contract/unit/machine.ts';
import { formatKes } from '#web/ui/format.ts';
import { getStatusLabel } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export const unitStatusList = (Object.keys(unitStatuses) as UnitStatus[]).map((word) => unitStatuses[word]);
export const getUnitStatusName = (status: number): string => getStatusLabel('unit', status);

/** One letter for a status whose label has no space. */
export const getUnitStatusLetter = (status: number): string => {
  const word = (Object.keys(unitStatuses) as UnitStatus[]).find((one) => unitStatuses[one] === status);
  return word ? unitStatusSigns[word]() : '';
};

/** The name, question and explanation of each move. */
export const unitMoveTexts: Readonly<
  Record<UnitMove, { verb: () => string; asks: (given: { name: string }) => string; tells: () => string; danger?: true }>
> = {
  occupy_said: { verb: m.unit_occupy_said, asks: m.unit_occupy_said_title, tells: m.unit_occupy_said_text },
  vacate_said: { verb: m.unit_vacate_said, asks: m.unit_vacate_said_title, tells: m.unit_vacate_said_text },
  hold: { verb: m.unit_hold, asks: m.unit_hold_title, tells: m.unit_hold_text },
  release: { verb: m.unit_release, asks: m.unit_release_title, tells: m.unit_release_text },
  start_maintenance: { verb: m.unit_start_maintenance, asks: m.unit_start_maintenance_title, tells: m.unit_start_maintenance_text },
  end_maintenance: { verb: m.unit_end_maintenance, asks: m.unit_end_maintenance_title, tells: m.unit_end_maintenance_text },
  stall: { verb: m.unit_stall, asks: m.unit_stall_title, tells: m.unit_stall_text, danger: true },
  unstall: { verb: m.unit_unstall, asks: m.unit_unstall_title, tells: m.unit_unstall_text },
};

/** A balance as text: arrears (+) or paid ahead (−). */
export const formatRentBalance = (cents: number): string => (cents > 0 ? m.intake_owed : m.intake_ahead)({ amount: formatKes(Math.abs(cents)) });
