import { type ComponentPropsWithRef, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import { IconSelector } from '../icons.ts';
import classes from './field.module.css';

export interface FieldTexts {
  label: ReactNode;
  /** The help text under the field: what to enter. */
  hint?: ReactNode;
  /** The error text: what to enter instead. A field with an error text is marked as invalid. */
  error?: ReactNode;
  /** The text for optional fields. Required fields are the norm and are not marked. */
  optional?: string | undefined;
}

/** The ids and aria attributes that link label, help and error to a control. */
export const useFieldIds = (given: string | undefined, { hint, error }: Pick<FieldTexts, 'hint' | 'error'>) => {
  const made = useId();
  const id = given ?? made;
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return {
    id,
    aria: { id, 'aria-invalid': error ? (true as const) : undefined, 'aria-describedby': described || undefined },
  };
};

export const FieldNotes = ({ id, hint, error }: { id: string } & Pick<FieldTexts, 'hint' | 'error'>) => (
  <>
    {error && (
      <span className={classes.error} id={`${id}-error`}>
        {error}
      </span>
    )}
    {hint && (
      <span className={classes.hint} id={`${id}-hint`}>
        {hint}
      </span>
    )}
  </>
);

/** A field with its label above the control, then error and help. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  optional,
  className,
  children,
}: FieldTexts & { id: string; className?: string | undefined; children: ReactNode }) {
  return (
    <div className={cx(classes.field, className)}>
      <label className={classes.label} htmlFor={id}>
        {label} {optional && <span className={classes.optional}>{optional}</span>}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

export type TextFieldProps = FieldTexts &
  Omit<ComponentPropsWithRef<'input'>, 'prefix'> & {
    left?: ReactNode;
    right?: ReactNode;
    /** A fixed text before the value, such as KES or +254. */
    prefix?: ReactNode;
  };

export function TextField({ label, hint, error, optional, left, right, prefix, className, ...input }: TextFieldProps) {
  const { id, aria } = useFieldIds(input.id, { hint, error });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      <span className={classes.box} data-left={left ? true : undefined} data-right={right ? true : undefined}>
        {left && <span className={classes.side}>{left}</span>}
        {prefix && <span className={classes.prefix}>{prefix}</span>}
        <input type="text" {...input} {...aria} className={classes.control} />
        {right && (
          <span className={cx(classes.side, classes.end)} data-live>
            {right}
          </span>
        )}
      </span>
    </FieldFrame>
  );
}

export type TextAreaProps = FieldTexts & ComponentPropsWithRef<'textarea'>;

export function TextArea({ label, hint, error, optional, className, ...area }: TextAreaProps) {
  const { id, aria } = useFieldIds(area.id, { hint, error });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      <textarea rows={3} {...area} {...aria} className={classes.control} />
    </FieldFrame>
  );
}

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

export type SelectFieldProps = FieldTexts & ComponentPropsWithRef<'select'> & { options: readonly SelectOption[]; placeholder?: string };

/** A native select, because the picker of the device needs no download and can be scrolled. */
export function SelectField({ label, hint, error, optional, options, placeholder, className, ...select }: SelectFieldProps) {
  const { id, aria } = useFieldIds(select.id, { hint, error });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} optional={optional} className={className}>
      <span className={classes.box}>
        <select {...select} {...aria} className={classes.control}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={cx(classes.side, classes.end)}>
          <IconSelector size={16} aria-hidden />
        </span>
      </span>
    </FieldFrame>
  );
}

export type CheckFieldProps = Omit<FieldTexts, 'optional'> & Omit<ComponentPropsWithRef<'input'>, 'type'>;

export function CheckField({ label, hint, error, className, ...input }: CheckFieldProps) {
  const { id, aria } = useFieldIds(input.id, { hint, error });
  return (
    <label className={cx(classes.check, className)} htmlFor={id}>
      <input {...input} {...aria} type="checkbox" className={classes.tick} />
      <span>{label}</span>
      <FieldNotes id={id} hint={hint} error={error} />
    </label>
  );
}
