/** Tables whose ids appear in the log: histories show the name of the record (server/audit/names.ts), never the number. */
export const referencedTables = [
  ...(['person', 'company', 'property', 'unit', 'listing', 'location', 'taxon', 'staff_role', 'team'] as const),
  ...(['featured_product', 'vacancy', 'rating_category', 'media_file', 'payment', 'tenancy'] as const),
] as const;
export type ReferencedTable = (typeof referencedTables)[number];

const points: Readonly<Record<string, ReferencedTable>> = {
  accepted_by: 'person',
  agent_id: 'person',
  answered_by: 'person',
  appeal_decided_by: 'person',
  appealed_by: 'person',
  assigned_to: 'person',
  closed_by: 'person',
  contact_id: 'person',
  host_id: 'person',
  inspector_id: 'person',
  lead_id: 'person',
  member_ids: 'person',
  person_id: 'person',
  user_id: 'person',
  verified_by: 'person',
  agent_company_id: 'company',
  company_id: 'company',
  owner_company_id: 'company',
  property_id: 'property',
  property_ids: 'property',
  unit_id: 'unit',
  unit_ids: 'unit',
  listing_id: 'listing',
  listing_ids: 'listing',
  location_id: 'location',
  category_id: 'taxon',
  merged_into: 'taxon',
  property_type_id: 'taxon',
  unit_type_id: 'taxon',
  role_id: 'staff_role',
  staff_role_id: 'staff_role',
  team_id: 'team',
  team_ids: 'team',
  product_id: 'featured_product',
  vacancy_id: 'vacancy',
  cv_file_id: 'media_file',
  file_id: 'media_file',
  payment_id: 'payment',
  tenancy_id: 'tenancy',
};
/** Field names that two modules use for different tables. */
const ofDocument: Readonly<Record<string, Readonly<Record<string, ReferencedTable>>>> = {
  locations: { merged_into: 'location', parent_id: 'location' },
  property_rating_categories: { category_id: 'rating_category' },
};

export const getReferencedTable = (document: string, field: string): ReferencedTable | null => ofDocument[document]?.[field] ?? points[field] ?? null;
