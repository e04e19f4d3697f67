import { allows } from '#contract/access/grants.ts';
import { intakeCalls } from '#contract/intake/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';

/** Who lives in a unit: asked for where it is shown, by those who may know it. A selling agent moves units and may not. */
export function useOccupant(unitId: number, shown = true) {
  const { visitor } = useApp();
  return useCall(intakeCalls.occupant, { unit_id: unitId }, { quiet: true, enabled: shown && allows(intakeCalls.occupant.needs, visitor) });
}
