import type { MandateScope } from '#contract/access/mandate.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { inviteKinds, inviteSources } from './kinds.ts';

export const mandateScopeWords: LabelMap<MandateScope> = {
  letting_only: m.invitation_scope_letting,
  full_management: m.invitation_scope_full,
  sale: m.invitation_scope_sale,
};
export const kindNames = labels('invitation_kind', inviteKinds);
export const sourceNames = labels('invitation_source', inviteSources);
