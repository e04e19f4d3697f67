import { useParams } from 'react-router';
import { parseAddressId } from '#web/client/address-id.ts';
import { PropertyFrame } from '#web/property/property-layout.tsx';
import classes from './listing.module.css';
import { ListingShareCard } from './share-card.tsx';
import { ListingListActions, ListingTable, useListingRows } from './table.tsx';

/** The listings of one property, under its header and tabs. */
export default function PropertyListingList() {
  const id = parseAddressId(useParams().id);
  const { list, given, answer } = useListingRows(id);
  return (
    <PropertyFrame id={id}>
      <div className={classes.bar}>
        <ListingListActions given={given} propertyId={id} />
      </div>
      <ListingTable list={list} answer={answer} propertyId={id} />
      <div className={classes.card}>
        <ListingShareCard of={{ property_id: id }} />
      </div>
    </PropertyFrame>
  );
}
