import { notDeleted, type TableScopes, workedWith } from '#server/kernel/scope.ts';

export const unitScopes: TableScopes = {
  unit: workedWith('property', 'property_id', notDeleted),
  rent_terms: workedWith('property', 'property_id'),
  import_batch: workedWith('property', 'property_id'),
};
