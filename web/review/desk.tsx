import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { m } from '#words/messages.js';
import { ReviewList } from './list.tsx';

/** Every review, those that wait for a decision first. */
export default function ReviewDesk() {
  return (
    <>
      <PageHeader title={m.review_title()} sub={m.review_desk_sub()} />
      <ReviewList />
    </>
  );
}
