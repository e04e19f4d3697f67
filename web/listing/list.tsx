import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { m } from '#words/messages.js';
import { ListingListActions, ListingTable, useListingRows } from './table.tsx';

export default function ListingList() {
  const { list, given, answer } = useListingRows();
  return (
    <>
      <PageHeader
        title={m.listing_title()}
        sub={answer.data ? m.listing_count({ count: answer.data.count }) : undefined}
        actions={<ListingListActions given={given} />}
      />
      <ListingTable list={list} answer={answer} />
    </>
  );
}
