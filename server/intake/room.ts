import { intakeCalls } from '#contract/intake/calls.ts';
import { serve } from '#server/http/registry.ts';
import { because } from '#server/kernel/features.ts';
import type { ServerRoom } from '#server/kernel/room.ts';
import { sweepLeft } from './left.ts';
import { intakeLookups } from './lookups.ts';
import { forgetOccupant, intakeHoldings } from './personal-data.ts';
import { intakeScopes } from './scopes.ts';
import { back, bring, check, forget, left, list, occupant, undo } from './service.ts';

export const intakeRoom: ServerRoom = {
  lookups: intakeLookups,
  scopes: intakeScopes,
  readable: ['occupant', 'opening_balance'],
  calls: { intake: intakeCalls },
  routes: () => serve(intakeCalls, { back, bring, check, forget, left, list, occupant, undo }),
  jobs: () => [{ name: 'intake.sweep', everyMinutes: 24 * 60, run: sweepLeft }],
  holdings: intakeHoldings,
  forget: forgetOccupant,
  without: {
    ...because('An intake is a draft of the person who sets up a property; it is continued from the property.', 'search', 'pending'),
    ...because('An intake becomes units and tenancies, which are shown instead.', 'personPage', 'reviewBasis', 'unitTimeline'),
    ...because('Only the person who fills it in works on it; it keeps no account open.', 'messages', 'closing'),
  },
};
