import { useParams } from 'react-router';
import { type ReviewFigures, reviewCalls } from '#contract/review/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { PropertyFrame } from '#web/property/property-layout.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatRating } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { ReviewList } from './list.tsx';
import classes from './review.module.css';
import { RatingBars, RatingStars } from './stars.tsx';

export default function PropertyReviews() {
  const id = parseAddressId(useParams().id);
  return (
    <PropertyFrame id={id}>
      <div className={classes.cols}>
        <ReviewList property={id} />
        <Said id={id} />
      </div>
    </PropertyFrame>
  );
}

function Said({ id }: { id: number }) {
  const figures = useCall(reviewCalls.listPublished, { target: 'property', target_id: id, page: 1 });
  return (
    <div className={classes.side}>
      {figures.data && <Average figures={figures.data} />}
      {figures.data && figures.data.items.length > 0 && (
        <Panel title={m.review_by_question()}>
          <RatingBars bars={figures.data.items.map((item) => ({ label: item.label, value: formatRating(item.average), share: item.average / 5 }))} />
        </Panel>
      )}
    </div>
  );
}

const Average = ({ figures }: { figures: ReviewFigures }) => (
  <Panel title={m.review_average()}>
    {figures.average === null ? (
      <p className={classes.quiet}>{m.review_no_average()}</p>
    ) : (
      <>
        <p className={classes.average}>
          <b>{formatRating(figures.average)}</b>
          <RatingStars score={figures.average} size={17} />
          <span>{m.review_from({ count: figures.rated })}</span>
        </p>
        <RatingBars
          bars={[5, 4, 3, 2, 1].map((n) => ({
            label: m.review_stars({ count: n }),
            value: String(figures.spread[n - 1] ?? 0),
            share: figures.rated > 0 ? (figures.spread[n - 1] ?? 0) / figures.rated : 0,
          }))}
        />
        <p className={classes.quiet}>{m.review_average_help()}</p>
      </>
    )}
  </Panel>
);
