import type { Answer } from '#contract/kernel/call.ts';
import type { peopleCalls } from '#contract/people/calls.ts';
import type { Act, BusinessType } from '#contract/people/kinds.ts';
import { businessTypes } from '#contract/people/kinds.ts';
import { businessNames, statusLabels } from '#contract/people/labels.ts';
import { toned } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export const statusNames = toned(statusLabels, { pending: 'wait', verified: 'good', suspended: 'warn', rejected: 'bad' });

export const businessChoices = (Object.keys(businessTypes) as BusinessType[]).map((name) => ({
  value: String(businessTypes[name]),
  label: businessNames[name](),
}));
export const businessName = (number: number | null): string =>
  businessChoices.find((c) => c.value === String(number))?.label ?? m.people_business_none();

/** Acts that ask and are done, with what they are called, ask and say will happen; the others open a form. */
export type Asked = Exclude<Act, 'region' | 'upgrade'>;
type Named = (given: { name: string }) => string;
export const askWords: Readonly<Record<Asked, { verb: () => string; asks: Named; tells: () => string; danger: boolean; reason: 'needed' | 'none' }>> =
  {
    activate: { verb: m.people_activate, asks: m.people_activate_title, tells: m.people_activate_text, danger: false, reason: 'none' },
    suspend: { verb: m.people_suspend, asks: m.people_suspend_title, tells: m.people_suspend_text, danger: true, reason: 'needed' },
    reject: { verb: m.people_reject, asks: m.people_reject_title, tells: m.people_reject_text, danger: true, reason: 'needed' },
    enable: { verb: m.people_enable, asks: m.people_enable_title, tells: m.people_enable_text, danger: false, reason: 'none' },
    disable: { verb: m.people_disable, asks: m.people_disable_title, tells: m.people_disable_text, danger: true, reason: 'needed' },
    delete: { verb: m.people_delete, asks: m.people_delete_title, tells: m.people_delete_text, danger: true, reason: 'none' },
  };
/** The number of a judgement on the wire. */
export const stateOf = { activate: 1, suspend: 2, reject: 3 } as const;
export const formWords = { region: m.people_region, upgrade: m.people_upgrade } as const;
export const verbOf = (act: Act): string => (act === 'region' || act === 'upgrade' ? formWords[act]() : askWords[act].verb());

/** What goes with an account, or with several: one sentence for each kind of thing, none for what there is none of. */
export const followsWords = ({ live_listings, staff, mandates }: Answer<typeof peopleCalls.consequences>): string =>
  [
    live_listings > 0 && m.people_follows_listings({ count: live_listings }),
    staff > 0 && m.people_follows_staff({ count: staff }),
    mandates > 0 && m.people_follows_mandates({ count: mandates }),
  ]
    .filter(Boolean)
    .join(' ');
