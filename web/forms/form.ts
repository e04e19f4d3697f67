/**
 * The state of a form, without React: what is typed, what it began with, what is wrong, and what somebody else saved meanwhile.
 * Public pages use it too, so it imports nothing.
 */
export type Problems = Readonly<Record<string, string>>;
export type FormState<T> = {
  /** What the record holds as far as the form knows: what was touched is what differs from it. */
  readonly base: T;
  readonly values: T;
  /** Counts changes of the record; undefined while there is none. */
  readonly revision: number | undefined;
  readonly problems: Problems;
  /** What is wrong with the whole, where no field is to blame. */
  readonly problem: string;
  /** Counts refused submits, so that the focus moves each time. */
  readonly attempt: number;
  /** What somebody else saved since; nothing is sent before the person has chosen. */
  readonly theirs: { readonly values: T; readonly revision: number | undefined } | null;
};

export const startForm = <T extends object>(values: T, revision?: number): FormState<T> => ({
  base: values,
  values,
  revision,
  problems: {},
  problem: '',
  attempt: 0,
  theirs: null,
});

export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const isChanged = <T extends object>({ base, values }: FormState<T>): boolean => !same(base, values);

/** The fields the person changed, with what they put there. */
export const touchedOf = <T extends object>({ base, values }: FormState<T>): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !same(value, base[name as keyof T]))) as Partial<T>;

const within = (values: unknown, path: string): unknown =>
  path.split(/[[\].]+/).reduce((at, name) => (name && typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : at), values);

/** What was wrong with a field is forgotten once it changes; of a group (`billing[due_day]` in `names`), with that part of it. */
export function put<T extends object>(state: FormState<T>, changes: Partial<T>, names: Readonly<Record<string, string>> = {}): FormState<T> {
  const values = { ...state.values, ...changes };
  const mended = new Set(Object.keys(changes));
  for (const [wire, name] of Object.entries(names)) if (!same(within(values, wire), within(state.values, wire))) mended.add(name);
  return { ...state, values, problems: Object.fromEntries(Object.entries(state.problems).filter(([name]) => !mended.has(name))), problem: '' };
}

export const refuse = <T extends object>(state: FormState<T>, problems: Problems, problem = ''): FormState<T> => ({
  ...state,
  problems,
  problem,
  attempt: state.attempt + 1,
});

export const allow = <T extends object>(state: FormState<T>): FormState<T> => ({ ...state, problems: {}, problem: '' });

export const meet = <T extends object>(state: FormState<T>, values: T, revision: number | undefined): FormState<T> => ({
  ...allow(state),
  theirs: { values, revision },
});

/** Mine where I touched it, theirs everywhere else; inside groups of fields too. */
function rebase(base: unknown, mine: unknown, theirs: unknown): unknown {
  if (same(base, mine)) return theirs;
  if (!isGroup(base) || !isGroup(mine) || !isGroup(theirs)) return mine;
  return Object.fromEntries(Object.keys(mine).map((name) => [name, rebase(base[name], mine[name], theirs[name])]));
}
const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What I touched, put onto what they saved; the next save is made knowing theirs. */
export function keepMine<T extends object>(state: FormState<T>): FormState<T> {
  if (!state.theirs) return state;
  const { values, revision } = state.theirs;
  return { ...state, base: values, values: rebase(state.base, state.values, values) as T, revision, theirs: null };
}

export const takeTheirs = <T extends object>(state: FormState<T>): FormState<T> =>
  state.theirs ? { ...startForm(state.theirs.values, state.theirs.revision), attempt: state.attempt } : state;

/** It was saved and the form stays: it goes on from what the record holds now. What was typed after the submit is still typed, and unsaved. */
export function settle<T extends object>(state: FormState<T>, sent: T, now: T, revision: number | undefined): FormState<T> {
  return { ...startForm(now, revision), values: rebase(sent, state.values, now) as T, attempt: state.attempt };
}

/**
 * The record was read anew while the form stood open. Where nothing I touched was changed by others, the form goes on from the newest
 * revision; else it stays as it is, and the person is asked when saving.
 */
export function follow<T extends object>(state: FormState<T>, values: T, revision: number): FormState<T> {
  if (state.theirs || state.revision === undefined || revision <= state.revision) return state;
  const touched = Object.keys(touchedOf(state)) as (keyof T)[];
  if (touched.some((name) => !same(values[name], state.base[name]) && !same(values[name], state.values[name]))) return state;
  return { ...keepMine({ ...state, theirs: { values, revision } }), problems: state.problems };
}

/** Neither: the person goes on writing and is asked again at the next save. */
export const decideLater = <T extends object>(state: FormState<T>): FormState<T> => ({ ...state, theirs: null });

export const undo = <T extends object>(state: FormState<T>): FormState<T> => ({ ...allow(state), values: state.base });

/** Both sides of a conflict as they would be saved: where I touched nothing, mine is theirs. `names` are the fields that differ. */
export function sides<T extends object>(state: FormState<T>): { mine: T; theirs: T; names: (keyof T & string)[] } | null {
  if (!state.theirs) return null;
  const [mine, theirs] = [keepMine(state).values, state.theirs.values];
  return { mine, theirs, names: (Object.keys(mine) as (keyof T & string)[]).filter((name) => !same(mine[name], theirs[name])) };
}

/**
 * Where problems of a call stand in the form: a field of the call is mostly one of the form's, `parts[0][name]` belongs to `parts`,
 * and `names` knows the rest. What has no place here is left out.
 */
export function placed(fields: Problems, values: object, names: Readonly<Record<string, string>> = {}): Problems {
  const found: Record<string, string> = {};
  for (const [wire, text] of Object.entries(fields)) {
    const head = wire.replace(/[[.].*$/, '');
    const known = names[wire] ?? names[head];
    if (known !== undefined || head in values) found[known ?? head] ??= text;
  }
  return found;
}
