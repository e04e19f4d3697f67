import { byCompany, type Scopes, workedWith } from '#server/kernel/scope.ts';

export const intakeScopes: Scopes = {
  intake: byCompany(),
  /** Names and phones of people who live there: for those who work on the property. */
  occupant: workedWith('property', 'property_id'),
  opening_balance: workedWith('property', 'property_id'),
};
