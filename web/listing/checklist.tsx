import { fillPath } from '#contract/kernel/screen.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import type { ListingReadinessKey } from '#contract/listing/kinds.ts';
import type { ListingDetails } from '#contract/listing/shapes.ts';
import { screenAddresses } from '#contract/screens.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { IconAlertTriangle, IconCheck, IconCircleX } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './listing.module.css';
import { formatListingReadiness } from './words.ts';

/** Where a missing item is resolved: the screen's key and the record. A layout without the screen shows no link. */
const places: Readonly<Partial<Record<ListingReadinessKey, readonly [key: string, of: 'property' | 'unit' | 'account' | 'list']>>> = {
  pictures: ['media.property', 'property'],
  genuine: ['media.property', 'property'],
  pin: ['property.detail', 'property'],
  verified: ['property.detail', 'property'],
  not_stalled: ['property.detail', 'property'],
  holder: ['people.accounts', 'account'],
  vacant: ['unit.detail', 'unit'],
  only: ['listing.ofProperty', 'property'],
};

function usePlace(listing: ListingDetails) {
  const { layout } = useDashboard();
  return (key: ListingReadinessKey): string | null => {
    const [screen, of] = places[key] ?? ['', 'list'];
    const address = screenAddresses.find((a) => a.key === screen && a.layout === layout);
    const record = of === 'unit' ? listing.unit : of === 'property' ? listing.property : {};
    return address && record ? fillPath(address.path, { ...record }) : null;
  };
}

/** Missing items before publishing, each with a link. */
export function ListingChecklist({ listing }: { listing: ListingDetails }) {
  const readiness = useCall(listingCalls.readiness, { id: listing.id });
  const placeOf = usePlace(listing);
  if (!readiness.data) return <RowsLoading rows={5} label={m.shell_loading()} />;
  const { items } = readiness.data;
  return (
    <Panel
      title={m.listing_ready_title()}
      right={<span className={classes.quiet}>{m.listing_ready_done({ done: items.filter((i) => i.ok).length, all: items.length })}</span>}
    >
      <ul className={classes.list}>
        {items.map((i) => {
          const way = i.ok ? null : placeOf(i.key);
          const Mark = i.ok ? IconCheck : i.blocks ? IconCircleX : IconAlertTriangle;
          return (
            <li key={i.key} className={classes.step} data-ok={i.ok ? 'true' : i.blocks ? 'false' : 'warn'}>
              <Mark size={18} aria-hidden />
              <span>
                {formatListingReadiness(i.key, i.have, i.need)}
                <span className="sr-only">: {i.ok ? m.listing_ready_yes() : m.listing_ready_no()}</span>
              </span>
              {way && <AppLink href={way}>{m.listing_ready_fix()}</AppLink>}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
