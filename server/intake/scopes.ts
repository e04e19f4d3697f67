import { allRows, companyScope, editableWith, followsScopeOf, mayChange, type TableScopes, visibleWith, workerRules } from '#server/kernel/scope.ts';

/** Access to the property is not enough to see occupants: a county's dealers and agents with a sales mandate do not see them. */
const ofThoseWhoWorkThere = {
  ...editableWith('property', 'property_id'),
  see: workerRules(
    allRows,
    followsScopeOf('property', 'property_id', (name, me, alias) => mayChange(name, me, 'tenants.read', alias)),
  ),
};

export const intakeScopes: TableScopes = {
  intake: companyScope(),
  occupant: ofThoseWhoWorkThere,
  opening_balance: ofThoseWhoWorkThere,
  intake_change: visibleWith('intake', 'intake_id'),
  intake_left: visibleWith('intake', 'intake_id'),
  intake_lives: visibleWith('intake_change', 'intake_change_id'),
};
