import { allRows, byCompany, hangsOn, mayChange, seenWith, type TableScopes, workedWith, workerRules } from '#server/kernel/scope.ts';

/** Seeing a property is not enough: a county's dealers and agents who only sell do not see the occupants. */
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
