import type { TenantFull } from '#contract/tenant/calls.ts';
import { m } from '#words/messages.js';

export const roleNames: Readonly<Record<TenantFull['tenancies'][number]['role'], () => string>> = {
  lead: m.tenant_role_lead,
  co_tenant: m.tenant_role_co_tenant,
  occupant: m.tenant_role_occupant,
  guarantor: m.tenant_role_guarantor,
};
export const fileKinds: Readonly<Record<string, () => string>> = {
  contract: m.tenant_file_contract,
  addendum: m.tenant_file_addendum,
  id: m.tenant_file_id,
  kra_pin: m.tenant_file_kra_pin,
  receipt: m.tenant_file_receipt,
  inspection: m.tenant_file_inspection,
  notice: m.tenant_file_notice,
  other: m.tenant_file_other,
};
