import { type MouseEvent, useEffect, useRef } from 'react';
import classes from './field-errors.module.css';

export interface FieldErrorsSummaryProps {
  /** "Fix 2 things to continue." */
  title: string;
  /** `id` of the field and what to do about it. */
  errors: readonly { id: string; text: string }[];
  /** Counts up with every failed attempt: focus moves here each time, also when the errors stay the same. */
  attempt: number;
}

const goTo = (event: MouseEvent, id: string) => {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: 'center' });
};

/** The problems of a form, as links to the fields. It takes the focus, so that the reader sees why the form was not sent. */
export function FieldErrorsSummary({ title, errors, attempt }: FieldErrorsSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const any = errors.length > 0;
  useEffect(() => {
    if (any && attempt > 0) box.current?.focus();
  }, [any, attempt]);
  if (!any) return null;
  return (
    <div className={classes.box} role="alert" tabIndex={-1} ref={box} data-problems>
      <b>{title}</b>{' '}
      <ul>
        {errors.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} onClick={(event) => goTo(event, id)}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
