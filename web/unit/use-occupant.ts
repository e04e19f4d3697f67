import { isAllowed } from '#contract/access/grants.ts';
import { intakeCalls } from '#contract/intake/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';

/**
 * The occupant of a unit. It is loaded only where it is shown and only for people with the permission. A selling agent changes units but may not see
 * the occupant.
 */
export function useOccupant(unitId: number, shown = true) {
  const { visitor } = useApp();
  return useCall(intakeCalls.occupant, { unit_id: unitId }, { quiet: true, enabled: shown && isAllowed(intakeCalls.occupant.needs, visitor) });
}
