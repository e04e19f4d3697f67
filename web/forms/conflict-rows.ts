import { m } from '#words/messages.js';

type Name<T> = keyof T & string;

/**
 * The label of a field where two versions are compared. A field without meaning of its own is shown in the row of another field; null means that
 * people do not see the field.
 */
export type ConflictLabel<T> = string | { readonly with: Name<T> } | null;
/** Labels for every field of the form: a missing one does not compile, because people could not choose its value. */
export type ConflictLabels<T> = { readonly [N in Name<T>]: ConflictLabel<T> };

/** The rows of the comparison, in the order of the fields, each once. */
export function listConflictRows<T>(names: readonly Name<T>[], labels: ConflictLabels<T>): Name<T>[] {
  const shown = names.flatMap((name) => {
    const label = labels[name];
    if (label === null || label === undefined) return [];
    return [typeof label === 'string' ? name : label.with];
  });
  return [...new Set(shown)];
}

export const getConflictLabel = <T>(name: Name<T>, labels: ConflictLabels<T>): string => {
  const label = labels[name];
  return typeof label === 'string' ? label : name;
};

export const getConflictExplanation = (rows: readonly string[]): string => (rows.length === 0 ? m.views_conflict_same() : m.views_conflict_text());
