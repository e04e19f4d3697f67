import { useId } from 'react';
import { type Feedback, feedbackReasons, prices } from '#contract/tour/kinds.ts';
import { m } from '#words/messages.js';
import classes from './tour.module.css';

type Reason = (typeof feedbackReasons)[number];
const reasonNames: Readonly<Record<Reason, () => string>> = {
  size: m.tour_feedback_size,
  light: m.tour_feedback_light,
  condition: m.tour_feedback_condition,
  area: m.tour_feedback_area,
  noise: m.tour_feedback_noise,
  security: m.tour_feedback_security,
  water: m.tour_feedback_water,
  other: m.tour_feedback_other,
};
const priceNames: Readonly<Record<(typeof prices)[number], () => string>> = {
  low: m.tour_feedback_price_low,
  fair: m.tour_feedback_price_fair,
  high: m.tour_feedback_price_high,
};

/** As it is being typed: whether they liked it is not said yet. */
export type Draft = { liked: boolean | null; reasons: Reason[]; price: (typeof prices)[number] | null; note: string };
export const blankFeedback: Draft = { liked: null, reasons: [], price: null, note: '' };

/** What was said, as a sentence or two. */
export const feedbackText = ({ liked, reasons, price, note }: Feedback): string =>
  [
    liked ? m.tour_feedback_liked() : m.tour_feedback_not_liked(),
    ...(reasons.length > 0 ? [reasons.map((one) => reasonNames[one]()).join(', ')] : []),
    ...(price ? [m.tour_feedback_price_is({ price: priceNames[price]() })] : []),
    ...(note ? [note] : []),
  ].join('. ');

interface FieldsProps {
  value: Draft;
  onChange: (value: Draft) => void;
  problem: string;
}

/** Plain fields, for a page without an account and for the dashboard alike. */
export function FeedbackFields({ value, onChange, problem }: FieldsProps) {
  const name = useId();
  const put = (part: Partial<Draft>) => onChange({ ...value, ...part });
  const radio = (group: string, label: string, checked: boolean, pick: () => void) => (
    <label key={label} className={classes.chip}>
      <input type="radio" name={`${name}-${group}`} checked={checked} onChange={pick} />
      <span>{label}</span>
    </label>
  );
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{m.tour_feedback_ask()}</legend>
        <div className={classes.chips}>
          {radio('liked', m.tour_feedback_liked(), value.liked === true, () => put({ liked: true }))}
          {radio('liked', m.tour_feedback_not_liked(), value.liked === false, () => put({ liked: false }))}
        </div>
        {problem && (
          <p role="alert" className={classes.problem}>
            {problem}
          </p>
        )}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{m.tour_feedback_why()}</legend>
        <div className={classes.chips}>
          {feedbackReasons.map((one) => (
            <label key={one} className={classes.chip}>
              <input
                type="checkbox"
                checked={value.reasons.includes(one)}
                onChange={(event) =>
                  put({ reasons: event.currentTarget.checked ? [...value.reasons, one] : value.reasons.filter((other) => other !== one) })
                }
              />
              <span>{reasonNames[one]()}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{m.tour_feedback_price()}</legend>
        <div className={classes.chips}>{prices.map((one) => radio('price', priceNames[one](), value.price === one, () => put({ price: one })))}</div>
      </fieldset>
      <label className={classes.note}>
        <span>{`${m.tour_feedback_note()} ${m.shell_optional()}`}</span>
        <textarea rows={2} maxLength={500} value={value.note} onChange={(event) => put({ note: event.currentTarget.value })} />
      </label>
    </>
  );
}
