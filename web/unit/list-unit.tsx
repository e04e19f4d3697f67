import { Button } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import type { Visitor } from '#contract/access/guard.ts';
import { listingTypes, unitStatuses } from '#contract/catalogue/kinds.ts';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { screenAddresses } from '#contract/screens.ts';
import { type UnitDetails, unitCalls } from '#contract/unit/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { m } from '#words/messages.js';

export const findLiveListing = (unit: UnitDetails) => unit.listings.find((one) => one.status === 'live');
/** People who may list a unit, in a dashboard that has the listing pages. */
export const canListUnit = (visitor: Visitor, layout: DashboardLayout) =>
  isAllowed(listingCalls.createMany.needs, visitor) && screenAddresses.some((a) => a.key === 'unit.create' && a.layout === layout);
export const isUnitListable = (unit: UnitDetails) =>
  (unit.status === unitStatuses.vacant || unit.let_from !== null) && unit.may_edit && !findLiveListing(unit);

/** Lists a vacant unit, or one with a move-out date, in one tap with its inherited terms: live now or as soon as it is ready. */
export function ListUnitButton({ unit }: { unit: UnitDetails }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const open = unit.listings.find((one) => one.status === 'draft' || one.status === 'paused' || one.status === 'review');
  const offer = useAction(listingCalls.createMany, {
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
