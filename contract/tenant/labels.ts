import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import type { TenantFull } from './calls.ts';

export const tenantRoleNames: LabelMap<TenantFull['tenancies'][number]['role']> = labels('tenant_role', [
  'lead',
  'co_tenant',
  'occupant',
  'guarantor',
]);
export const tenantFileKindNames: LabelMap = labels('tenant_file', [
  'contract',
  'addendum',
  'id',
  'kra_pin',
  'receipt',
  'inspection',
  'notice',
  'other',
]);
