import { m } from '#words/messages.js';
import classes from './unit.module.css';

type JudgedProps<F extends string> = {
  problems: readonly { readonly field: F; readonly text: string; readonly problem: string }[];
  name: (field: F) => string;
  /** Said of a row that has no problem. */
  ready: string;
};

/** What a row of a landlord's table lacks, cell by cell, or that it can be brought in. */
export const Judged = <F extends string>({ problems, name, ready }: JudgedProps<F>) =>
  problems.length === 0
    ? ready
    : problems.map(({ field, text, problem }) => (
        <span key={`${field} ${problem}`} className={classes.wrong}>
          {m.unit_import_problem({ field: name(field), text, problem })}
        </span>
      ));
