import { useId } from 'react';
import { type TourFeedback, tourFeedbackPrices, tourFeedbackReasons } from '#contract/tour/kinds.ts';
import { tourFeedbackPriceLabels, tourFeedbackReasonLabels } from '#contract/tour/labels.ts';
import { m } from '#words/messages.js';
import classes from './tour.module.css';

type Reason = (typeof tourFeedbackReasons)[number];

/** Feedback during input: liked or not is still open. */
export type TourFeedbackDraft = { liked: boolean | null; reasons: Reason[]; price: (typeof tourFeedbackPrices)[number] | null; note: string };
export const blankTourFeedback: TourFeedbackDraft = { liked: null, reasons: [], price: null, note: '' };

/** The feedback as one or two sentences. */
export const formatTourFeedback = ({ liked, reasons, price, note }: TourFeedback): string =>
  [
    liked ? m.tour_feedback_liked() : m.tour_feedback_not_liked(),
    ...(reasons.length > 0 ? [reasons.map((one) => tourFeedbackReasonLabels[one]()).join(', ')] : []),
    ...(price ? [m.tour_feedback_price_is({ price: tourFeedbackPriceLabels[price]() })] : []),
    ...(note ? [note] : []),
  ].join('. ');

interface FieldsProps {
  value: TourFeedbackDraft;
  onChange: (value: TourFeedbackDraft) => void;
  problem: string;
}

/** Plain fields, shared by the public page and the dashboard. */
export function TourFeedbackFields({ value, onChange, problem }: FieldsProps) {
  const name = useId();
  const put = (part: Partial<TourFeedbackDraft>) => onChange({ ...value, ...part });
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
          {tourFeedbackReasons.map((one) => (
            <label key={one} className={classes.chip}>
              <input
                type="checkbox"
                checked={value.reasons.includes(one)}
                onChange={(event) =>
                  put({ reasons: event.currentTarget.checked ? [...value.reasons, one] : value.reasons.filter((other) => other !== one) })
                }
              />
              <span>{tourFeedbackReasonLabels[one]()}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{m.tour_feedback_price()}</legend>
        <div className={classes.chips}>
          {tourFeedbackPrices.map((one) => radio('price', tourFeedbackPriceLabels[one](), value.price === one, () => put({ price: one })))}
        </div>
      </fieldset>
      <label className={classes.note}>
        <span>{`${m.tour_feedback_note()} ${m.shell_optional()}`}</span>
        <textarea rows={2} maxLength={500} value={value.note} onChange={(event) => put({ note: event.currentTarget.value })} />
      </label>
    </>
  );
}
