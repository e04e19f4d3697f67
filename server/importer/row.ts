import type { CellParser } from '#contract/importer/parsers.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';

export type CellProblem<F extends string> = {
  field: F;
  problem: Sentence;
  /** The beginning of the cell's text, quoted beside the problem. */
  text: string;
  /** A known name with almost the same spelling as the cell. */
  meant?: string | undefined;
  /** The cell may be correct, and the user can confirm it. */
  look?: true | undefined;
};
export type RowReader<F extends string> = {
  readonly text: (field: F) => string;
  readonly problems: CellProblem<F>[];
  readonly wrong: (field: F, problem: Sentence, more?: Pick<CellProblem<F>, 'meant' | 'look'>) => void;
  /** The value of a cell, or null if it is empty or has a problem, which is collected. */
  readonly read: <T>(field: F, parser: CellParser<T>) => T | null;
  /** A text with a maximum length. */
  readonly short: (field: F, most: number) => string;
};

/** Reads the cells of one row and collects their problems. */
export function makeRowReader<F extends string>(text: (field: F) => string): RowReader<F> {
  const problems: CellProblem<F>[] = [];
  const wrong: RowReader<F>['wrong'] = (field, problem, more = {}) => {
    problems.push({ field, problem, ...more, text: text(field).slice(0, 80) });
  };
  return {
    text,
    problems,
    wrong,
    read: (field, parser) => {
      const answer = parser(text(field));
      if ('value' in answer) return answer.value;
      wrong(field, answer.problem);
      return null;
    },
    short: (field, most) => {
      const words = text(field).trim();
      if (words.length > most) wrong(field, m.unit_cell_long({ most }));
      return words.slice(0, most);
    },
  };
}
