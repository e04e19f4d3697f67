import { all, byCompany, hangsOn, mayChange, type Scopes, seenWith, workedWith, working } from '#server/kernel/scope.ts';

/** To see a property is not enough: a county's dealers and agents who only sell are told nothing of the people who live there. */
const ofThoseWhoWorkThere = {
  ...workedWith('property', 'property_id'),
  see: working(
    all,
    hangsOn('property', 'property_id', (name, me, alias) => mayChange(name, me, 'tenants.read', alias)),
  ),
};

export const intakeScopes: Scopes = {
  intake: byCompany(),
  occupant: ofThoseWhoWorkThere,
  opening_balance: ofThoseWhoWorkThere,
  intake_change: seenWith('intake', 'intake_id'),
  intake_left: seenWith('intake', 'intake_id'),
  intake_lives: seenWith('intake_change', 'intake_change_id'),
};
