import { isDashboardLayout, type ScreenAddress } from '#contract/kernel/screen.ts';
import { screenAddresses } from '#contract/screens.ts';

/** Demo accounts that walk, and `stranger` for a visitor who is not signed in. */
export const accessibilityAccounts = ['stranger', 'newcomer', 'owner', 'superadmin', 'tenant', 'agent', 'dealer', 'subadmin', 'admin'] as const;
export type AccessibilityAccount = (typeof accessibilityAccounts)[number];
export type ScreenVisit = { readonly walker: AccessibilityAccount; readonly address: ScreenAddress };

/** The account an address is for: onboarding for the newcomer, the other public pages for strangers. */
const walkerOf = ({ layout, screen }: ScreenAddress): AccessibilityAccount => {
  if (layout === 'tenancy') return 'tenant';
  if (isDashboardLayout(layout)) return accessibilityAccounts.find((walker) => walker === layout) ?? 'stranger';
  return screen.session === 'signed-in' ? 'newcomer' : 'stranger';
};

/** Screens of companies that show more to the platform: other people's records, and decisions about them. */
const platformSeesMore: readonly string[] = [
  'people.owners',
  'people.owner',
  'people.agents',
  'people.agent',
  'agents.listings',
  'agents.reviews',
  'audit.logs',
  'featured.list',
  'promotion.list',
  'invitation.list',
  'review.property',
];

/** Screens that show another view to these accounts, so that each view is checked. */
const differsFor: Readonly<Record<string, readonly AccessibilityAccount[]>> = {
  'home.dashboard': ['superadmin', 'tenant'],
  'bid.one': ['tenant'],
  'bid.sale': ['tenant'],
  'inspection.detail': ['tenant'],
};

/** `AXE=all` checks every address as every account, each size in both colour schemes. */
export const isFullAccessibilityCheck = process.env.AXE === 'all';

export const listAddressesOfAccount = (walker: AccessibilityAccount): ScreenAddress[] => screenAddresses.filter((one) => walkerOf(one) === walker);

/**
 * Every screen once, as the account that sees most of it, because one view serves all roles. Sorted by account and module, so that a part of the list
 * contains both the lists and their records.
 */
export function listScreenVisits(all = isFullAccessibilityCheck): ScreenVisit[] {
  const everyone = accessibilityAccounts.flatMap((walker) => listAddressesOfAccount(walker).map((address) => ({ walker, address })));
  if (all) return everyone;
  const byScreen = Map.groupBy(everyone, ({ address }) => address.key);
  const chosen = new Set([...byScreen].flatMap(([key, some]) => chosenFor(key, some)));
  return everyone.filter((one) => chosen.has(one));
}

function chosenFor(key: string, some: readonly ScreenVisit[]): ScreenVisit[] {
  const first = (platformSeesMore.includes(key) && some.find(({ walker }) => walker === 'superadmin')) || some[0];
  return some.filter((one) => one === first || differsFor[key]?.includes(one.walker));
}

/** A public page is loaded whole each time, which takes about as long as two screens of a dashboard. */
const weightOf = ({ walker }: ScreenVisit): number => (walker === 'stranger' || walker === 'newcomer' ? 2 : 1);

/** How many files share the walk: `accessible-1.test.ts` and so on. */
export const shardCount = 6;

/** The part of a file, counted from 1: neighbours in the list, all parts of the same weight. */
export function listVisitsOfShard(part: number, all: readonly ScreenVisit[] = listScreenVisits()): ScreenVisit[] {
  const total = all.reduce((sum, one) => sum + weightOf(one), 0);
  let before = 0;
  return all.filter((one) => {
    const at = Math.floor((before * shardCount) / total) + 1;
    before += weightOf(one);
    return at === part;
  });
}
