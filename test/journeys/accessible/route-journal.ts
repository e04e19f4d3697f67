import type { ScreenAddress } from '#contract/kernel/screen.ts';

const hasGaps = ({ path }: Pick<ScreenAddress, 'path'>) => path.includes(':');
// An id is a number, so `listings/new` is not the address of a listing.
const shape = ({ path }: ScreenAddress) => new RegExp(`^${path.replace(/:\w*id\b/g, '\\d+').replace(/:\w+/g, '[^/]+')}$`);

/**
 * Addresses of records that no demo account has, with the reason. They are checked with a missing record, which is what they show with the demo data.
 */
const nobodyHas: Readonly<Record<string, string>> = {
  'owner.people.owner': 'nobody shares in what she owns',
  'dealer.bid.sale': 'he reads a county and sells nothing in it',
  'default.agreement.verifyCode': 'the square on a paper leads there',
};
/**
 * Records without a link on a page's first view: the tab or filtered list that contains them, and the record of that list whose page has the link.
 */
export const unlinkedRecords: Readonly<Record<string, { readonly at: string; readonly through?: string }>> = {
  'owner.settlement.payout': { at: '/dashboard/owner/transactions?tab=statements' },
  'owner.commission.one': { at: '/dashboard/owner/transactions?tab=commissions' },
  'superadmin.commission.detail': { at: '/dashboard/superadmin/finance/transactions?source=commission', through: 'superadmin.ledger.detail' },
};
const withoutRecord = (path: string) => path.replace(/:\w*id\b/g, '999999').replace(/:\w+/g, 'nobody-holds-this');

/** `wanted` is checked, `links` only read for links, `unlinkedRecords` opened because a tab contains the record. */
type Step = { readonly why: 'wanted' | 'links' | 'behind'; readonly address: ScreenAddress; readonly path: string };

/** How many parts two addresses share from the left: a list is the nearest page to its records. */
function nearness(a: string, b: string): number {
  const [one, other] = [a.split('/'), b.split('/')];
  const differs = one.findIndex((part, n) => part !== other[n]);
  return differs < 0 ? one.length : differs;
}

/**
 * The order of the check: complete addresses and records with a known link; parts of a record that a button opens (its address with their suffix);
 * then, while wanted records are unknown, the tabs that may contain them and the other pages of the account, nearest first, for their links. Mailed
 * keys are in no link, so an unused key is taken.
 */
export function planRouteVisits(wanted: readonly ScreenAddress[], own: readonly ScreenAddress[]) {
  const shapes = own.map((address) => ({ address, like: shape(address) })).sort((a, b) => Number(hasGaps(a.address)) - Number(hasGaps(b.address)));
  const found = new Map<string, string>();
  const visited = new Set<string>();
  for (const { id, path, screen } of own) {
    if (!hasGaps({ path })) found.set(id, path);
    else if (screen.secret || id in nobodyHas) found.set(id, withoutRecord(path));
  }
  const noteParts = (): void => {
    for (const part of own.filter(({ id }) => !found.has(id))) {
      const whole = own.find(
        (one) => found.has(one.id) && hasGaps(one) && part.path.startsWith(`${one.path}/`) && !part.path.slice(one.path.length).includes(':'),
      );
      if (whole) found.set(part.id, `${found.get(whole.id)}${part.path.slice(whole.path.length)}`);
    }
  };
  const unknown = () => wanted.filter(({ id }) => !found.has(id));
  const known = (): Step | undefined => {
    const address = wanted.find(({ id }) => found.has(id) && !visited.has(id));
    return address && { why: 'wanted', address, path: found.get(address.id) ?? '' };
  };
  const hidden = (): Step | undefined => {
    const address = unknown().find(({ id }) => id in unlinkedRecords && !visited.has(`behind ${id}`));
    return address && { why: 'behind', address, path: address.path };
  };
  const nearest = (): Step | undefined => {
    const missing = unknown();
    const near = ({ path }: ScreenAddress) => Math.max(...missing.map((one) => nearness(one.path, path)));
    const [address] = own.filter(({ id, screen }) => found.has(id) && !visited.has(id) && !screen.secret).sort((a, b) => near(b) - near(a));
    return missing.length > 0 && address ? { why: 'links', address, path: found.get(address.id) ?? '' } : undefined;
  };
  return {
    note(links: readonly string[]): void {
      for (const link of links) {
        const id = shapes.find(({ like }) => like.test(link))?.address.id;
        if (id && !found.has(id)) found.set(id, link);
      }
    },
    next(): Step | undefined {
      let step = known();
      if (!step) noteParts();
      step ??= known() ?? hidden() ?? nearest();
      if (step) visited.add(step.why === 'behind' ? `behind ${step.address.id}` : step.address.id);
      return step;
    },
    unknown,
    like: (id: string) => shapes.find(({ address }) => address.id === id)?.like,
  };
}
