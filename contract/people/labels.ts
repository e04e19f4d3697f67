import { accentKeys } from '#contract/constants.ts';
import { type LabelMap, labels } from '#contract/kernel/labels.ts';
import { m } from '#words/messages.js';
import { earbStatuses } from './certificate.ts';
import type { BusinessType } from './kinds.ts';
import { personMachine } from './machine.ts';
import type { ListedKind } from './screens.ts';

export const peopleListTitles: LabelMap<ListedKind> = labels(
  'people_title',
  ['user', 'super_admin', 'admin', 'sub_admin', 'dealer', 'owner', 'agent', 'tenant'],
  { super_admin: m.people_title_superadmin, sub_admin: m.people_title_subadmin },
);
export const accountStatusLabels = labels('people_status', personMachine.states);
export const businessTypeLabels: LabelMap<BusinessType> = {
  sole_proprietorship: m.people_business_sole,
  limited_partnership: m.people_business_partnership,
};
export const accentColourLabels = labels('shell_accent', accentKeys, {
  accent: m.shell_accent_chai,
  secondary: m.shell_accent_murram,
  yellow: m.shell_accent_ochre,
});
export const earbStatusLabels = labels('people_earb_standing', earbStatuses);
