import type { CallResult } from '#contract/kernel/call.ts';
import type { peopleCalls } from '#contract/people/calls.ts';
import type { AccountAction, BusinessType } from '#contract/people/kinds.ts';
import { businessTypes } from '#contract/people/kinds.ts';
import { accountStatusLabels, businessTypeLabels } from '#contract/people/labels.ts';
import { addTones } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export const accountStatusNames = addTones(accountStatusLabels, { pending: 'wait', verified: 'good', suspended: 'warn', rejected: 'bad' });

export const businessTypeChoices = (Object.keys(businessTypes) as BusinessType[]).map((name) => ({
  value: String(businessTypes[name]),
  label: businessTypeLabels[name](),
}));
export const getBusinessTypeName = (number: number | null): string =>
  businessTypeChoices.find((c) => c.value === String(number))?.label ?? m.people_business_none();

/** Actions with a confirmation dialog and its texts; the other actions open a form. */
export type ConfirmableAccountAction = Exclude<AccountAction, 'region' | 'upgrade'>;
type Named = (given: { name: string }) => string;
export const confirmationTexts: Readonly<
  Record<ConfirmableAccountAction, { verb: () => string; asks: Named; tells: () => string; danger: boolean; reason: 'needed' | 'none' }>
> = {
  activate: { verb: m.people_activate, asks: m.people_activate_title, tells: m.people_activate_text, danger: false, reason: 'none' },
  suspend: { verb: m.people_suspend, asks: m.people_suspend_title, tells: m.people_suspend_text, danger: true, reason: 'needed' },
  reject: { verb: m.people_reject, asks: m.people_reject_title, tells: m.people_reject_text, danger: true, reason: 'needed' },
  enable: { verb: m.people_enable, asks: m.people_enable_title, tells: m.people_enable_text, danger: false, reason: 'none' },
  disable: { verb: m.people_disable, asks: m.people_disable_title, tells: m.people_disable_text, danger: true, reason: 'needed' },
  delete: { verb: m.people_delete, asks: m.people_delete_title, tells: m.people_delete_text, danger: true, reason: 'none' },
};
/** The number of a decision in the API. */
export const accountDecisionNumbers = { activate: 1, suspend: 2, reject: 3 } as const;
export const accountFormTexts = { region: m.people_region, upgrade: m.people_upgrade } as const;
export const getAccountActionVerb = (act: AccountAction): string =>
  act === 'region' || act === 'upgrade' ? accountFormTexts[act]() : confirmationTexts[act].verb();

/** The consequences of an action on one or several accounts: one sentence for each affected kind. */
export const formatAccountActionConsequences = ({ live_listings, staff, mandates }: CallResult<typeof peopleCalls.consequences>): string =>
  [
    live_listings > 0 && m.people_follows_listings({ count: live_listings }),
    staff > 0 && m.people_follows_staff({ count: staff }),
    mandates > 0 && m.people_follows_mandates({ count: mandates }),
  ]
    .filter(Boolean)
    .join(' ');
