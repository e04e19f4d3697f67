import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { agreementKinds, agreementLanguages, agreementTrailEvents, partyRoles, partyStatuses, tenancyAgreementKinds } from './kinds.ts';
import { type AgreementDetails, leaseWarnings } from './shapes.ts';

export const partyRoleLabels = labels('agreement_role', partyRoles);
export const agreementKindLabels = labels('agreement_kind', agreementKinds);
export const agreementMoveLabels: LabelMap<AgreementDetails['moves'][number]> = labels('agreements_act', [
  'edit',
  'send',
  'void',
  'new_version',
  'resend',
  'change_number',
  'bring_paper',
  'confirm_paper',
  'seal_again',
  'sign',
]);
export const partyStatusLabels = labels('agreements_party', partyStatuses);
export const agreementTrailLabels = labels('agreement_trail', agreementTrailEvents);
export const leaseWarningLabels = labels('agreements_caution', leaseWarnings, { no_advocate: m.agreement_caution_no_advocate });
export const agreementLanguageLabels = labels('agreements_language', agreementLanguages);
export const agreementWritingModeLabels = labels('agreements_write', tenancyAgreementKinds);
