import { editableWith, notDeleted, type TableScopes } from '#server/kernel/scope.ts';

export const unitScopes: TableScopes = {
  unit: editableWith('property', 'property_id', notDeleted),
  rent_terms: editableWith('property', 'property_id'),
  import_batch: editableWith('property', 'property_id'),
};
