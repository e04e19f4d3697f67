/**
 * The state of a form, without React: the input, its start values, its problems, and changes that another person saved since. Public pages use it
 * too, so it imports nothing.
 */
export type FormProblems = Readonly<Record<string, string>>;
export type FormState<T> = {
  /** The record with the fields of the form. A field counts as changed if its value differs from the record. */
  readonly base: T;
  readonly values: T;
  /** Revision of the record; undefined while there is none. */
  readonly revision: number | undefined;
  readonly problems: FormProblems;
  /** The error of the whole form, if it belongs to no field. */
  readonly problem: string;
  /** Counts rejected submits, so that the focus moves each time. */
  readonly attempt: number;
  /** The version that another person saved since. Nothing is sent before the user has chosen. */
  readonly theirs: { readonly values: T; readonly revision: number | undefined } | null;
};

export const createFormState = <T extends object>(values: T, revision?: number): FormState<T> => ({
  base: values,
  values,
  revision,
  problems: {},
  problem: '',
  attempt: 0,
  theirs: null,
});

export const isSameValue = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const isFormChanged = <T extends object>({ base, values }: FormState<T>): boolean => !isSameValue(base, values);

/** The fields that the user changed, with their new values. */
export const getChangedFields = <T extends object>({ base, values }: FormState<T>): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSameValue(value, base[name as keyof T]))) as Partial<T>;

const within = (values: unknown, path: string): unknown =>
  path.split(/[[\].]+/).reduce((at, name) => (name && typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : at), values);

/** The error of a field is cleared when the field changes, and the error of a group (`billing[due_day]` in `names`) when that part changes. */
export function setFormValues<T extends object>(
  state: FormState<T>,
  changes: Partial<T>,
  names: Readonly<Record<string, string>> = {},
): FormState<T> {
  const values = { ...state.values, ...changes };
  const mended = new Set(Object.keys(changes));
  for (const [wire, name] of Object.entries(names)) if (!isSameValue(within(values, wire), within(state.values, wire))) mended.add(name);
  return { ...state, values, problems: Object.fromEntries(Object.entries(state.problems).filter(([name]) => !mended.has(name))), problem: '' };
}

export const setFormProblems = <T extends object>(state: FormState<T>, problems: FormProblems, problem = ''): FormState<T> => ({
  ...state,
  problems,
  problem,
  attempt: state.attempt + 1,
});

export const clearFormProblems = <T extends object>(state: FormState<T>): FormState<T> => ({ ...state, problems: {}, problem: '' });

export const startConflict = <T extends object>(state: FormState<T>, values: T, revision: number | undefined): FormState<T> => ({
  ...clearFormProblems(state),
  theirs: { values, revision },
});

/** The user's value for changed fields, the other version for all other fields; also inside groups of fields. */
function rebase(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (isSameValue(base, mine)) return theirs;
  if (!isGroup(base) || !isGroup(mine) || !isGroup(theirs)) return mine;
  return Object.fromEntries(Object.keys(mine).map((name) => [name, rebase(base[name], mine[name], theirs[name])]));
}
const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The user's changes on top of the other version; the next save has the other version's revision. */
export function keepMyChanges<T extends object>(state: FormState<T>): FormState<T> {
  if (!state.theirs) return state;
  const { values, revision } = state.theirs;
  return { ...state, base: values, values: rebase(state.base, state.values, values) as T, revision, theirs: null };
}

export const acceptTheirChanges = <T extends object>(state: FormState<T>): FormState<T> =>
  state.theirs ? { ...createFormState(state.theirs.values, state.theirs.revision), attempt: state.attempt } : state;

/** Continues after a save with the saved record. Input after the submit is kept, as an unsaved change. */
export function applySavedForm<T extends object>(state: FormState<T>, sent: T, now: T, revision: number | undefined): FormState<T> {
  return { ...createFormState(now, revision), values: rebase(sent, state.values, now) as T, attempt: state.attempt };
}

/**
 * The record was refetched while the form was open. If no touched field was changed by others, the form continues from the newest revision; else it
 * stays as it is, and the user decides when saving.
 */
export function rebaseFormOnReread<T extends object>(state: FormState<T>, values: T, revision: number): FormState<T> {
  if (state.theirs || state.revision === undefined || revision <= state.revision) return state;
  const touched = Object.keys(getChangedFields(state)) as (keyof T)[];
  if (touched.some((name) => !isSameValue(values[name], state.base[name]) && !isSameValue(values[name], state.values[name]))) return state;
  return { ...keepMyChanges({ ...state, theirs: { values, revision } }), problems: state.problems };
}

/** Postpones the choice: the user continues typing and is asked again at the next save. */
export const postponeConflict = <T extends object>(state: FormState<T>): FormState<T> => ({ ...state, theirs: null });

export const undoFormChanges = <T extends object>(state: FormState<T>): FormState<T> => ({ ...clearFormProblems(state), values: state.base });

/** Both versions of a conflict as they would be saved: where the user changed nothing, they are the same. `names` are the fields that differ. */
export function readConflictSides<T extends object>(state: FormState<T>): { mine: T; theirs: T; names: (keyof T & string)[] } | null {
  if (!state.theirs) return null;
  const [mine, theirs] = [keepMyChanges(state).values, state.theirs.values];
  return { mine, theirs, names: (Object.keys(mine) as (keyof T & string)[]).filter((name) => !isSameValue(mine[name], theirs[name])) };
}

/**
 * Assigns problems of a call to fields of the form: mostly they have the same name, `parts[0][name]` belongs to `parts`, and `names` has the rest.
 * Problems without a field are left out.
 */
export function assignFieldProblems(fields: FormProblems, values: object, names: Readonly<Record<string, string>> = {}): FormProblems {
  const found: Record<string, string> = {};
  for (const [wire, text] of Object.entries(fields)) {
    const head = wire.replace(/[[.].*$/, '');
    const known = names[wire] ?? names[head];
    if (known !== undefined || head in values) found[known ?? head] ??= text;
  }
  return found;
}
