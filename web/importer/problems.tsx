import { Button } from '@mantine/core';
import { m } from '#words/messages.js';
import classes from './importer.module.css';

type ProblemsProps<F extends string> = {
  problems: readonly {
    readonly field: F;
    readonly text: string;
    readonly problem: string;
    readonly meant?: string | undefined;
    readonly look?: true | undefined;
  }[];
  name: (field: F) => string;
  /** Said of a row that has no problem. */
  ready: string;
  /** Takes the known name that was almost written. */
  take?: (field: F, meant: string) => void;
  /** Says that what seems odd is right. */
  sure?: () => void;
};

/** What is wrong with a cell; of an empty one nothing is quoted. */
export const problemText = (field: string, text: string, problem: string): string =>
  text === '' ? m.unit_import_lacks({ field, problem }) : m.unit_import_problem({ field, text, problem });

/** What is wrong with a row, cell by cell, or that it can be imported. */
export const Problems = <F extends string>({ problems, name, ready, take, sure }: ProblemsProps<F>) =>
  problems.length === 0
    ? ready
    : problems.map(({ field, text, problem, meant, look }) => (
        <span key={`${field} ${problem}`} className={classes.wrong}>
          {problemText(name(field), text, problem)}
          {meant && take && (
            <Button size="compact-sm" variant="light" className={classes.suggestion ?? ''} onClick={() => take(field, meant)}>
              {m.intake_meant({ name: meant })}
            </Button>
          )}
          {look && sure && (
            <Button size="compact-sm" variant="light" className={classes.suggestion ?? ''} onClick={sure}>
              {m.portfolio_sure()}
            </Button>
          )}
        </span>
      ));
