import type { PriceHistoryView } from './offer/offer-view.ts';
import classes from './property.module.css';

/** The price history as steps, with a text label for screen readers. */
export const PriceHistoryChart = ({ history }: { history: PriceHistoryView }) => (
  <figure className={classes.history}>
    <svg viewBox="0 0 320 72" role="img" aria-label={history.label} preserveAspectRatio="none">
      <path d={history.line} fill="none" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
      {history.dots.map((dot) => (
        <circle key={`${dot.x} ${dot.y}`} cx={dot.x} cy={dot.y} r="3.5" fill="currentColor">
          <title>{dot.says}</title>
        </circle>
      ))}
    </svg>
    <figcaption>
      <span>{history.from}</span>
      <span>{history.to}</span>
    </figcaption>
  </figure>
);
