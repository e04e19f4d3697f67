import { isAllowed } from '#contract/access/grants.ts';
import { intakeCalls } from '#contract/intake/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';

/** The occupant of a unit, loaded where it is shown and by people who may see it. A selling agent changes units but may not see it. */
export function useOccupant(unitId: number, shown = true) {
  const { visitor } = useApp();
  return useCall(intakeCalls.occupant, { unit_id: unitId }, { quiet: true, enabled: shown && isAllowed(intakeCalls.occupant.needs, visitor) });
}
