import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { type MyReview, type ReviewableSubject, reviewCalls } from '#contract/review/calls.ts';
import { reviewTargetLabels } from '#contract/review/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { ReviewForm } from './form.tsx';
import { ReviewProsAndCons } from './public-reviews.tsx';
import classes from './review.module.css';
import { RatingStars } from './stars.tsx';
import { reviewStateNames } from './words.ts';

const newest: ListSort = { by: 'id', desc: true };
const none = [] as const;
const keyOf = (open: ReviewableSubject) => `${open.target}.${open.basis_id}`;

/** What a tenant may review now and the reviews they wrote. The form has its own address, so that Back closes it. */
export default function MyReviews() {
  const list = useListState(none, newest);
  const [params] = useSearchParams();
  const found = useCall(reviewCalls.listOwn, { page: list.page, page_size: list.pageSize });
  if (!found.data) return <LoadingState answer={found} rows={5} />;
  const { open, results, count } = found.data;
  const about = open.find((one) => keyOf(one) === params.get('about'));
  const changed = results.find((one) => String(one.id) === params.get('edit') && one.editable_until);
  const back = list.hrefWith({ about: null, edit: null });
  if (about) return <ReviewForm key={keyOf(about)} about={about} back={back} />;
  if (changed) return <ReviewForm key={changed.id} before={changed} back={back} />;
  return (
    <>
      <PageHeader title={m.review_title()} sub={m.review_mine_sub()} />
      {open.length === 0 && count === 0 && <StateBlock title={m.review_mine_empty()} text={m.review_mine_empty_text()} />}
      {open.length > 0 && <Open open={open} hrefOf={(one) => list.hrefWith({ about: keyOf(one) })} />}
      {count > 0 && (
        <Panel title={m.review_mine_written()} pad={false}>
          <ul className={`${classes.list} ${classes.items}`}>
            {results.map((review) => (
              <Mine key={review.id} review={review} edit={list.hrefWith({ edit: review.id })} />
            ))}
          </ul>
          <ListFooter list={list} count={count} />
        </Panel>
      )}
    </>
  );
}

function Open({ open, hrefOf }: { open: readonly ReviewableSubject[]; hrefOf: (one: ReviewableSubject) => string }) {
  const { locale } = useApp();
  return (
    <section aria-labelledby="open-reviews">
      <h2 id="open-reviews" className={classes.now}>
        {m.review_open()}
      </h2>
      <ul className={classes.open}>
        {open.map((one) => (
          <li key={keyOf(one)}>
            <div>
              <p>{reviewTargetLabels[one.target]()}</p>
              <h3>{one.subject}</h3>
              <p>{[one.place, m.review_seen_on({ date: formatDate(one.at, locale) })].filter(Boolean).join(' · ')}</p>
            </div>
            <Button variant="default" component={AppLink} href={hrefOf(one)} aria-label={m.review_write_about({ subject: one.subject })}>
              {m.review_write()}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mine({ review, edit }: { review: MyReview; edit: string }) {
  const { locale } = useApp();
  const state = reviewStateNames[review.status];
  return (
    <li className={classes.review}>
      <div className={classes.head}>
        <b>{review.subject}</b>
        <RatingStars score={review.score} />
        <span className={classes.quiet}>{formatDate(review.created_at, locale)}</span>
        <ToneBadge tone={state.tone}>{state.label()}</ToneBadge>
      </div>
      {review.body && <p>{review.body}</p>}
      <ReviewProsAndCons pros={review.pros} cons={review.cons} />
      {review.anonymous && <p className={classes.quiet}>{m.review_anonymous_note()}</p>}
      {review.status === 'pending' && <p className={classes.quiet}>{m.review_pending_note()}</p>}
      {review.status_reason && <p className={classes.quiet}>{m.review_because({ reason: review.status_reason })}</p>}
      {review.reply && (
        <blockquote className={classes.answer}>
          <b>{m.review_answer()}</b> {review.reply}
        </blockquote>
      )}
      {review.editable_until && (
        <div className={classes.acts}>
          <Button component={AppLink} href={edit} variant="default" size="sm">
            {m.review_change()}
          </Button>
          <span className={classes.quiet}>{m.review_change_until({ date: formatDateTime(review.editable_until, locale) })}</span>
        </div>
      )}
    </li>
  );
}
