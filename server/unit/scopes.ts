import { notDeleted, type Scopes, workedWith } from '#server/kernel/scope.ts';

export const unitScopes: Scopes = {
  unit: workedWith('property', 'property_id', notDeleted),
  rent_terms: workedWith('property', 'property_id'),
  import_batch: workedWith('property', 'property_id'),
};
