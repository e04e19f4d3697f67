import { m } from '#words/messages.js';

type Name<T> = keyof T & string;

/** How a field is called where two versions are compared. One that means nothing alone stands in the row of another; null is none of a person's fields. */
export type Label<T> = string | { readonly with: Name<T> } | null;
/** Every field of the form: one that was forgotten does not compile, since what nobody sees nobody can choose. */
export type Labels<T> = { readonly [N in Name<T>]: Label<T> };

/** The rows of the comparison, in the order of the fields, each once. */
export function rowsOf<T>(names: readonly Name<T>[], labels: Labels<T>): Name<T>[] {
  const shown = names.flatMap((name) => {
    const label = labels[name];
    if (label === null || label === undefined) return [];
    return [typeof label === 'string' ? name : label.with];
  });
  return [...new Set(shown)];
}

export const labelOf = <T>(name: Name<T>, labels: Labels<T>): string => {
  const label = labels[name];
  return typeof label === 'string' ? label : name;
};

export const conflictSays = (rows: readonly string[]): string => (rows.length === 0 ? m.views_conflict_same() : m.views_conflict_text());
