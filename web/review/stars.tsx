import { IconStarFilled } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './review.module.css';

const five = [1, 2, 3, 4, 5] as const;

export const RatingStars = ({ score, size = 15 }: { score: number; size?: number }) => (
  <span className={classes.stars} role="img" aria-label={m.review_stars({ count: Math.round(score) })}>
    {five.map((n) => (
      <IconStarFilled key={n} size={size} aria-hidden data-off={n > Math.round(score) || undefined} />
    ))}
  </span>
);

export interface RatingBar {
  readonly label: string;
  /** The text at the end of the bar. */
  readonly value: string;
  /** From 0 to 1. */
  readonly share: number;
}

export const RatingBars = ({ bars }: { bars: readonly RatingBar[] }) => (
  <dl className={classes.bars}>
    {bars.map((bar) => (
      <div key={bar.label}>
        <dt>{bar.label}</dt>
        <dd>
          <meter min={0} max={1} value={bar.share} aria-label={bar.label} />
          <span>{bar.value}</span>
        </dd>
      </div>
    ))}
  </dl>
);

/** One to five as radio buttons: arrow keys work, and a screen reader reads the question and the number. */
export const RatingStarField = ({ label, name, value, hint, onChange }: StarFieldProps) => (
  <fieldset className={classes.starField}>
    <legend>
      {label} {hint && <small>{hint}</small>}
    </legend>
    <div>
      {five.map((n) => (
        <label key={n} data-on={n <= value || undefined}>
          <input type="radio" name={name} value={n} checked={value === n} onChange={() => onChange(n)} aria-label={m.review_stars({ count: n })} />
          <IconStarFilled size={26} aria-hidden />
        </label>
      ))}
    </div>
  </fieldset>
);
interface StarFieldProps {
  label: string;
  name: string;
  value: number;
  hint?: string | undefined;
  onChange: (score: number) => void;
}
