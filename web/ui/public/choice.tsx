import { type ReactNode, useId } from 'react';
import { computeWholePercent } from '#web/ui/format.ts';
import { cx } from '../cx.ts';
import classes from './choice.module.css';

interface GroupProps<Value extends string> {
  /** The name of the form field; generated if the group only changes the page. */
  name?: string;
  legend: string;
  value?: Value;
  defaultValue?: Value;
  onChange?: (value: Value) => void;
  className?: string;
}

export interface SegmentOption<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}
export interface SegmentedControlProps<Value extends string> extends GroupProps<Value> {
  options: readonly SegmentOption<Value>[];
  fullWidth?: boolean;
  /** Shows the legend above the group; otherwise only screen readers read the legend. */
  showLegend?: boolean;
}

const checkedProps = <Value extends string>(option: Value, { value, defaultValue }: GroupProps<Value>) =>
  value === undefined ? { defaultChecked: option === defaultValue } : { checked: option === value };

/** Two or three exclusive views. They are native radio buttons, so that arrow keys and forms work without a script. */
export function SegmentedControl<Value extends string>({ options, fullWidth = false, showLegend = false, ...group }: SegmentedControlProps<Value>) {
  const made = useId();
  return (
    <fieldset className={cx(group.className)}>
      <legend className={showLegend ? classes.legend : 'sr-only'}>{group.legend}</legend>
      <div className={classes.segmented} data-full={fullWidth || undefined}>
        {options.map((option) => (
          <label key={option.value} className={classes.segment}>
            <input
              type="radio"
              name={group.name ?? made}
              value={option.value}
              disabled={option.disabled}
              {...checkedProps(option.value, group)}
              onChange={() => group.onChange?.(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export interface ChoiceOption<Value extends string> {
  value: Value;
  title: string;
  text?: string;
  icon?: ReactNode;
  disabled?: boolean;
}
export interface ChoiceCardsProps<Value extends string> extends GroupProps<Value> {
  options: readonly ChoiceOption<Value>[];
}

/** A choice of two to five options, each with an explanation of its consequences. */
export function ChoiceCards<Value extends string>({ options, ...group }: ChoiceCardsProps<Value>) {
  const made = useId();
  return (
    <fieldset className={cx(classes.cards, group.className)}>
      <legend className="sr-only">{group.legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.card}>
          <span aria-hidden="true">{option.icon}</span>
          <span>
            <b>{option.title}</b>
            {option.text && <small>{option.text}</small>}
          </span>
          <input
            type="radio"
            className={classes.round}
            name={group.name ?? made}
            value={option.value}
            disabled={option.disabled}
            {...checkedProps(option.value, group)}
            onChange={() => group.onChange?.(option.value)}
          />
        </label>
      ))}
    </fieldset>
  );
}

/** The progress of a short series of questions. The text of the progress is shown beside this bar. */
export const StepBar = ({ step, of, label }: { step: number; of: number; label: string }) => (
  <div className={classes.steps} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={of} aria-valuenow={step}>
    <span style={{ width: `${computeWholePercent(step, of)}%` }} />
  </div>
);
