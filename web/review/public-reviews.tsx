import { useState } from 'react';
import { AbuseReportButton } from '#web/abuse/report-button.tsx';
import type { AbuseReportSubject } from '#web/abuse/report-dialog.tsx';
import { sendCallByPath } from '#web/client/call-by-path.ts';
import { useApp } from '#web/layout/app.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import type { PublicReviewView, ReviewsView } from './public-load.ts';
import classes from './review.module.css';
import { RatingBars, RatingStars } from './stars.tsx';

const first = 4;

type ReviewsProps = {
  view: ReviewsView;
  className?: string | undefined /** The subject that "Report this" below the reviews reports. */;
  report: AbuseReportSubject | null;
};

/** Reviews of a property, a unit or an agent: the average, each question, the newest reviews, the others collapsed. */
export function PublicReviews({ view, className, report }: ReviewsProps) {
  const { average, list } = view;
  return (
    <>
      <section className={[classes.public, className].filter(Boolean).join(' ')} aria-labelledby="reviews">
        <h2 id="reviews">{m.review_title()}</h2>
        {average === null && list.length === 0 && <p className={classes.quiet}>{m.review_none_public()}</p>}
        {average !== null && (
          <p className={classes.average}>
            <b>{average}</b>
            <RatingStars score={view.score} size={18} />
            <span>{view.from}</span>
          </p>
        )}
        {view.bars.length > 0 && <RatingBars bars={view.bars} />}
        <ul className={classes.list}>
          {list.slice(0, first).map((review) => (
            <Review key={review.id} review={review} />
          ))}
        </ul>
        {list.length > first && (
          <details>
            <summary>{m.review_more({ count: list.length - first })}</summary>
            <ul className={classes.list}>
              {list.slice(first).map((review) => (
                <Review key={review.id} review={review} />
              ))}
            </ul>
          </details>
        )}
      </section>
      {report && <AbuseReportButton {...report} />}
    </>
  );
}

const Review = ({ review }: { review: PublicReviewView }) => (
  <li className={classes.review}>
    <div className={classes.head}>
      <RatingStars score={review.score} />
      <b>{review.author}</b>
      <span className={classes.quiet}>{review.line}</span>
    </div>
    {review.body && <p>{review.body}</p>}
    <ReviewProsAndCons pros={review.pros} cons={review.cons} />
    {review.reply && (
      <blockquote className={classes.answer}>
        <b>{m.review_answer()}</b> {review.reply}
      </blockquote>
    )}
    <div className={classes.acts}>
      <Helpful id={review.id} count={review.helpful} />
      <AbuseReportButton target="review" id={review.id} subject={m.review_by({ name: review.author })} />
    </div>
  </li>
);

export const ReviewProsAndCons = ({ pros, cons }: { pros: string; cons: string }) =>
  (pros || cons) && (
    <dl className={classes.sides}>
      {pros && (
        <div>
          <dt>{m.review_pros()}</dt>
          <dd>{pros}</dd>
        </div>
      )}
      {cons && (
        <div>
          <dt>{m.review_cons()}</dt>
          <dd>{cons}</dd>
        </div>
      )}
    </dl>
  );

/** Visitors see the count; a signed-in user may add one vote. */
function Helpful({ id, count }: { id: number; count: number }) {
  const { user } = useApp();
  const [now, setNow] = useState(count);
  const [said, setSaid] = useState(false);
  const say = async () => {
    setSaid(true);
    try {
      setNow((await sendCallByPath<{ helpful: number }>('POST', `/api/v2/review/helpful/?id=${id}`)).helpful);
    } catch {
      // Own or deleted review: the count stays.
      setNow(count);
    }
  };
  const label = now > 0 ? m.review_helped({ count: now }) : m.review_helpful();
  if (!user || said) return now > 0 ? <span className={classes.quiet}>{m.review_helped({ count: now })}</span> : null;
  return (
    <Button variant="subtle" tone="gray" onClick={() => void say()} aria-label={`${m.review_helpful()}. ${label}`}>
      {label}
    </Button>
  );
}
