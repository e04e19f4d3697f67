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
  /** The text of a row without problems. */
  ready: string;
  /** Accepts the known name that was spelled almost the same. */
  take?: (field: F, meant: string) => void;
  /** Confirms that an unusual value is correct. */
  sure?: () => void;
};

/** The problem of a cell; an empty cell is not quoted. */
export const formatImportProblem = (field: string, text: string, problem: string): string =>
  text === '' ? m.unit_import_lacks({ field, problem }) : m.unit_import_problem({ field, text, problem });

/** The problems of a row, cell by cell, or a note that it can be imported. */
export const ImportProblems = <F extends string>({ problems, name, ready, take, sure }: ProblemsProps<F>) =>
  problems.length === 0
    ? ready
    : problems.map(({ field, text, problem, meant, look }) => (
        <span key={`${field} ${problem}`} className={classes.wrong}>
          {formatImportProblem(name(field), text, problem)}
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
