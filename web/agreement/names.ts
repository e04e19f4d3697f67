import type { AgreementKind, PartyRole } from '#contract/agreement/kinds.ts';
import { m } from '#words/messages.js';

export const roleNames: Readonly<Record<PartyRole, () => string>> = {
  tenant: m.agreement_role_tenant,
  co_tenant: m.agreement_role_co_tenant,
  guarantor: m.agreement_role_guarantor,
  owner: m.agreement_role_owner,
  agent: m.agreement_role_agent,
  witness: m.agreement_role_witness,
};
export const kindNames: Readonly<Record<AgreementKind, () => string>> = {
  lease: m.agreement_kind_lease,
  addendum: m.agreement_kind_addendum,
  renewal: m.agreement_kind_renewal,
  sale: m.agreement_kind_sale,
};
