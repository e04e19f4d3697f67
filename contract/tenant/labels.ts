import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import type { TenantDetails } from './calls.ts';

export const tenantRoleLabels: LabelMap<TenantDetails['tenancies'][number]['role']> = labels('tenant_role', [
  'lead',
  'co_tenant',
  'occupant',
  'guarantor',
]);
export const tenantFileKindLabels: LabelMap = labels('tenant_file', [
  'contract',
  'addendum',
  'id',
  'kra_pin',
  'receipt',
  'inspection',
  'notice',
  'other',
]);
