import { Button } from '@mantine/core';
import { m } from '#words/messages.js';
import classes from './unit.module.css';

type JudgedProps<F extends string> = {
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
export const cellText = (field: string, text: string, problem: string): string =>
  text === '' ? m.unit_import_lacks({ field, problem }) : m.unit_import_problem({ field, text, problem });

/** What a row of a landlord's table lacks, cell by cell, or that it can be brought in. */
export const Judged = <F extends string>({ problems, name, ready, take, sure }: JudgedProps<F>) =>
  problems.length === 0
    ? ready
    : problems.map(({ field, text, problem, meant, look }) => (
        <span key={`${field} ${problem}`} className={classes.wrong}>
          {cellText(name(field), text, problem)}
          {meant && take && (
            <Button size="compact-sm" variant="light" className={classes.meant ?? ''} onClick={() => take(field, meant)}>
              {m.intake_meant({ name: meant })}
            </Button>
          )}
          {look && sure && (
            <Button size="compact-sm" variant="light" className={classes.meant ?? ''} onClick={sure}>
              {m.portfolio_sure()}
            </Button>
          )}
        </span>
      ));
