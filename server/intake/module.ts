import { intakeCalls } from '#contract/intake/calls.ts';
import { serveCalls } from '#server/http/registry.ts';
import { explainMissingFeatures } from '#server/kernel/features.ts';
import type { ServerModule } from '#server/kernel/module.ts';
import { intakeLookups } from './lookups.ts';
import { eraseOccupantPersonalData, intakePersonalData } from './personal-data.ts';
import { deleteOldRejectedRows } from './rejected-rows.ts';
import { intakeScopes } from './scopes.ts';
import {
  checkIntake,
  eraseOccupant,
  importIntakeSheet,
  listIntakes,
  listRejectedRows,
  moveOccupantBackIn,
  readOccupant,
  undoIntake,
} from './service.ts';

export const intakeModule: ServerModule = {
  lookups: intakeLookups,
  scopes: intakeScopes,
  readable: ['occupant', 'opening_balance'],
  calls: { intake: intakeCalls },
  routes: () =>
    serveCalls(intakeCalls, {
      moveBackIn: moveOccupantBackIn,
      importSheet: importIntakeSheet,
      check: checkIntake,
      eraseOccupant,
      listRejected: listRejectedRows,
      list: listIntakes,
      occupant: readOccupant,
      undo: undoIntake,
    }),
  jobs: () => [{ name: 'intake.sweep', everyMinutes: 24 * 60, run: deleteOldRejectedRows }],
  personalData: intakePersonalData,
  erasePersonalData: eraseOccupantPersonalData,
  withoutFeatures: {
    ...explainMissingFeatures('An intake is the draft of one person and is continued from the page of the property.', 'search', 'pending'),
    ...explainMissingFeatures('An intake creates units and tenancies, which are shown instead.', 'personPage', 'reviewBasis', 'unitTimeline'),
    ...explainMissingFeatures('An intake belongs to one person and does not prevent an account from being closed.', 'messages', 'closing'),
  },
};
