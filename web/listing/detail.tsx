import { Button } from '@mantine/core';
import { useParams, useSearchParams } from 'react-router';
import { listingCalls } from '#contract/listing/calls.ts';
import { useTitle } from '#web/kernel/title.ts';
import { useCall } from '#web/kernel/use-call.ts';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { m } from '#words/messages.js';
import { ListingCreate } from './create.tsx';
import { ListingForm } from './form.tsx';
import { ListingView } from './view.tsx';

/** One address for reading, writing and changing: `new` in place of an id writes new ones. */
export default function ListingDetail() {
  const { id } = useParams();
  return id === 'new' ? <ListingCreate /> : <Existing id={Number(id) || 0} />;
}

function Existing({ id }: { id: number }) {
  const [params, setParams] = useSearchParams();
  const listing = useCall(listingCalls.details, { id });
  useTitle(listing.data?.title);
  if (listing.isPending) return <RowsLoading rows={8} label={m.shell_loading()} />;
  if (!listing.data) {
    const again = <Button onClick={() => void listing.refetch()}>{m.shell_try_again()}</Button>;
    return <StateBlock kind="error" title={m.shell_not_loaded()} text="" action={again} />;
  }
  if (params.has('edit') && listing.data.may_edit) return <ListingForm listing={listing.data} close={() => setParams({})} />;
  return <ListingView listing={listing.data} edit={() => setParams({ edit: '1' })} />;
}
