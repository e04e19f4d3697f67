import { type MouseEvent, useEffect, useRef } from 'react';
import classes from './field-errors.module.css';

export interface FieldErrorsSummaryProps {
  /** The heading, such as "Fix 2 things to continue." */
  title: string;
  /** The `id` of each field, and what to do about its error. */
  errors: readonly { id: string; text: string }[];
  /** The number of failed attempts. The focus moves to this summary at each attempt, also when the errors stay the same. */
  attempt: number;
}

const goTo = (event: MouseEvent, id: string) => {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: 'center' });
};

/** The errors of a form as links to its fields. The summary receives the focus, so that the reader sees why the form was not sent. */
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
