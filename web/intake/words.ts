import type { IntakeField } from '#contract/intake/kinds.ts';
import { fieldNames as unitFieldNames } from '#web/unit/words.ts';
import { m } from '#words/messages.js';

/** What a column of a landlord's sheet may hold, as people call it. */
export const fieldNames: Readonly<Record<IntakeField, () => string>> = {
  ...unitFieldNames,
  property: m.intake_building,
  tenant: m.intake_tenant,
  phone: m.intake_phone,
  since: m.intake_since,
  balance: m.intake_balance,
  deposit_held: m.intake_deposit_held,
};
