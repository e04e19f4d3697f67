import type { MandateScope } from '#contract/access/mandate.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { invitationKinds, invitationSources } from './kinds.ts';

export const invitationMandateScopeLabels: LabelMap<MandateScope> = {
  letting_only: m.invitation_scope_letting,
  full_management: m.invitation_scope_full,
  sale: m.invitation_scope_sale,
};
export const invitationKindLabels = labels('invitation_kind', invitationKinds);
export const invitationSourceLabels = labels('invitation_source', invitationSources);
