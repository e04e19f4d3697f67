import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { m } from '#words/messages.js';
import { ReviewList } from './list.tsx';

/** All reviews, those pending moderation first. */
export default function ReviewModerationQueue() {
  return (
    <>
      <PageHeader title={m.review_title()} sub={m.review_desk_sub()} />
      <ReviewList />
    </>
  );
}
