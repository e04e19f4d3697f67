import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { allows } from '#contract/access/grants.ts';
import type { Visitor } from '#contract/access/guard.ts';
import { listingTypes, unitStatuses } from '#contract/catalogue/kinds.ts';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { addresses } from '#contract/screens.ts';
import { type UnitFull, unitCalls } from '#contract/unit/calls.ts';
import { useAct } from '#web/client/use-call.ts';
import { useDash } from '#web/layout/screen.ts';
import { m } from '#words/messages.js';

export const liveOf = (unit: UnitFull) => unit.listings.find((one) => one.status === 'live');
/** Who may put a unit on the market, in a dashboard that has the pages for it. */
export const mayOffer = (visitor: Visitor, layout: DashboardLayout) =>
  allows(listingCalls.createMany.needs, visitor) && addresses.some((a) => a.key === 'unit.create' && a.layout === layout);
export const canBeOffered = (unit: UnitFull) => (unit.status === unitStatuses.vacant || unit.let_from !== null) && unit.may_edit && !liveOf(unit);

/** A vacant unit, or one somebody leaves, is on the market in one tap: with all it inherits, live now or as soon as it can be. */
export function OfferIt({ unit }: { unit: UnitFull }) {
  const { link } = useDash();
  const navigate = useNavigate();
  const open = unit.listings.find((one) => one.status === 'draft' || one.status === 'paused' || one.status === 'review');
  const offer = useAct(listingCalls.createMany, {
    touches: [unitCalls, propertyCalls],
    said: () => m.said_offered({ name: unit.name }),
    done: ({ made }) => {
      const [first] = made;
      if (first) void navigate(link('listing.detail', { id: first.id, code: first.code }));
    },
  });
  const to = open
    ? link('listing.detail', { id: open.id, code: open.code })
    : `${link('listing.detail', { id: 'new', code: 'draft' })}?property=${unit.property.id}&unit=${unit.id}`;
  if (open || unit.rent_cents === null)
    return (
      <Button component={Link} to={to}>
        {m.listing_offer_it()}
      </Button>
    );
  return (
    <Button
      loading={offer.isPending}
      onClick={() => offer.mutate({ property_id: unit.property.id, unit_ids: [unit.id], listing_type: listingTypes.rent, publish: true })}
    >
      {m.listing_offer_it()}
    </Button>
  );
}
