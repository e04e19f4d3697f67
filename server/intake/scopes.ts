import { allRows, byCompany, hangsOn, mayChange, seenWith, type TableScopes, workedWith, workerRules } from '#server/kernel/scope.ts';

/** Access to the property is not enough to see occupants: a county's dealers and agents with a sales mandate do not see them. */
const ofThoseWhoWorkThere = {
  ...workedWith('property', 'property_id'),
  see: workerRules(
    allRows,
    hangsOn('property', 'property_id', (name, me, alias) => mayChange(name, me, 'tenants.read', alias)),
  ),
};

export const intakeScopes: TableScopes = {
  intake: byCompany(),
  occupant: ofThoseWhoWorkThere,
  opening_balance: ofThoseWhoWorkThere,
  intake_change: seenWith('intake', 'intake_id'),
  intake_left: seenWith('intake', 'intake_id'),
  intake_lives: seenWith('intake_change', 'intake_change_id'),
};
