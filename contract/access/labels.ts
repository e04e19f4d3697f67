import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { permissionActions, permissionDocuments } from './documents.ts';
import type { AreaWithoutDocument } from './groups.ts';
import type { MandateScope } from './mandate.ts';

export const mandateScopeLabels: LabelMap<MandateScope> = {
  letting_only: m.access_scope_letting,
  full_management: m.access_scope_full,
  sale: m.access_scope_sale,
};
export const mandateScopeHelpTexts: LabelMap<MandateScope> = {
  letting_only: m.access_scope_letting_help,
  full_management: m.access_scope_full_help,
  sale: m.access_scope_sale_help,
};
export const permissionDocumentLabels = labels('access_doc', permissionDocuments);
export const areaWithoutDocumentLabels: LabelMap<AreaWithoutDocument> = labels('access_beneath', ['listings', 'leads', 'reviews']);
export const permissionActionLabels = labels('access_action', permissionActions);
