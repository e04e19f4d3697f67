import { useParams, useSearchParams } from 'react-router';
import { listingCalls } from '#contract/listing/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useScreenTitle } from '#web/layout/title.ts';
import { CreateListingForm } from './create.tsx';
import { ListingForm } from './form.tsx';
import { ListingView } from './view.tsx';

/** One address to read, create and edit: `new` in place of an id creates. */
export default function ListingDetail() {
  const { id } = useParams();
  return id === 'new' ? <CreateListingForm /> : <Existing id={parseAddressId(id)} />;
}

function Existing({ id }: { id: number }) {
  const [params, setParams] = useSearchParams();
  const listing = useCall(listingCalls.details, { id });
  useScreenTitle(listing.data?.title);
  if (!listing.data) return <LoadingState answer={listing} />;
  if (params.has('edit') && listing.data.may_edit) return <ListingForm listing={listing.data} close={() => setParams({})} />;
  return <ListingView listing={listing.data} edit={() => setParams({ edit: '1' })} />;
}
