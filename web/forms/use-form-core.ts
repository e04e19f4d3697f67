import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { CallInput, CallResult, CallShape } from '#contract/kernel/call.ts';
import { getErrorSentence, toErrorMessage } from '#web/client/errors.ts';
import { CallRejectedError } from '#web/client/send.ts';
import type { AffectedCalls } from '#web/client/touches.ts';
import { useApp } from '#web/layout/app.tsx';
import { showToast } from '#web/ui/toast/store.ts';
import { bindFields } from './bind.ts';
import * as form from './form.ts';
import type { InputCheck } from './validate.ts';

type Problems = form.FormProblems;
type GivenTo<C> = C extends CallShape ? CallInput<C> : never;
type AnswerOf<C> = C extends CallShape ? CallResult<C> : never;
export type FormSubmission<T> = {
  readonly revision: number | undefined;
  /** The input with only the fields that the user changed. */
  readonly touched: Partial<T>;
};

export type FormOptions<C extends CallShape, T extends object, R> = {
  /** The saved record, and the fields that the form takes from it. Without one the form begins with `blank`. */
  readonly saved?: R | null;
  readonly from?: (row: R) => T;
  readonly blank?: T | (() => T);
  /** The input of the call. */
  readonly given: (values: T, sending: FormSubmission<T>) => GivenTo<C>;
  /** The form's own words for a problem of a field of the call; otherwise the schema's text is shown. */
  readonly says?: Readonly<Record<string, () => string>>;
  /** The form's words for problems of a field that only the server finds. */
  readonly refused?: Readonly<Record<string, () => string>>;
  /** Problems that no schema of the call can find. */
  readonly check?: (values: T, base: T) => Problems;
  /** The problem of the whole form, where it belongs to no field; shown as `problem`. */
  readonly whole?: (values: T) => string;
  /** Fields of the call that have another name in the form. */
  readonly names?: Names | ((values: T) => Names);
  readonly touches?: readonly AffectedCalls[];
  /** Errors that belong to no field are shown in the form too, as `problem`; a function gives the text. */
  readonly inPlace?: true | ((why: unknown) => string);
  /** Errors that concern more than the form, such as an expired link. */
  readonly handles?: (why: unknown) => boolean;
  /** Called with the problems, so that a form of several steps can open the right step. */
  readonly found?: (problems: Problems) => void;
  /** Prefix of the fields' ids, for a summary that links to them. */
  readonly id?: string;
  /** The form stays open after a save and continues with the answer. */
  readonly stays?: true;
  /** The result, as a sentence that names the object, for the toast of a dashboard. */
  readonly said?: (answer: AnswerOf<C>, given: GivenTo<C>) => string;
  /** The result is visible on the page, so no toast is shown. */
  readonly quiet?: true;
  readonly done?: (answer: AnswerOf<C>) => void | Promise<void>;
};

type Names = Readonly<Record<string, string>>;
/** How a form is sent and checked: with everything a dashboard has loaded, or with the little that the size limit of a public page allows. */
type Sent = { readonly isPending: boolean; readonly mutate: (given: never) => void };
type SendOptions = {
  readonly touches?: readonly AffectedCalls[];
  readonly handles: (why: unknown) => boolean;
  readonly said?: unknown;
  readonly quiet?: true | undefined;
  readonly done: (answer: never) => void | Promise<void>;
};
export type FormServices = {
  readonly useSend: (call: CallShape, options: SendOptions) => Sent;
  readonly check: InputCheck;
};

/** The common part of `useForm` and `usePublicForm`: everything except sending and the schema for checks. */
export function useFormCore<C extends CallShape, T extends object, R extends object = never>(
  to: C | ((values: T) => C),
  options: FormOptions<C, T, R>,
  { useSend, check }: FormServices,
) {
  const [followed, setState] = useFollowed(options);
  const { from } = options;
  const { values, problems, problem, attempt } = followed;
  const call = typeof to === 'function' ? to(values) : to;
  const names = typeof options.names === 'function' ? options.names(values) : options.names;
  const at = useRef<HTMLFormElement | null>(null);
  const sent = useRef<T | null>(null);

  const refuse = (found: Problems, whole = '') => {
    setState((old) => form.setFormProblems(old, found, whole));
    options.found?.(found);
  };
  const handles = (why: unknown): boolean => {
    if (options.handles?.(why)) return true;
    const current = why instanceof CallRejectedError && why.status === 409 && from ? (why.body.current as R | undefined) : undefined;
    if (current && from) setState((old) => form.startConflict(old, from(current), revisionOf(current)));
    const found = current ? null : refusalIn(why, values, { names, refused: options.refused, inPlace: options.inPlace });
    if (found) refuse(...found);
    return found !== null || current !== undefined;
  };
  const act = useSend(call, {
    ...(options.touches ? { touches: options.touches } : {}),
    handles,
    said: options.said,
    quiet: options.quiet,
    done: (answer) => {
      const { stays, done } = options;
      // The confirmation for unsaved changes must be turned off before the address changes.
      flushSync(() =>
        setState((old) => (stays ? settled(old, sent.current ?? old.values, answer as R, from) : form.createFormState(old.values, old.revision))),
      );
      return done?.(answer as AnswerOf<C>);
    },
  });

  const [save, waits] = useChecked(check, call, (of: Step<T>) => {
    const now = of(followed);
    const given = options.given(now.values, { revision: now.revision, touched: form.getChangedFields(now) });
    const found = {
      ...form.assignFieldProblems(check.problems(call, given, options.says), now.values, names),
      ...options.check?.(now.values, now.base),
    };
    const whole = options.whole?.(now.values) ?? '';
    setState(form.clearFormProblems(now));
    if (whole || Object.keys(found).length > 0) return refuse(found, whole);
    if (act.isPending) return;
    sent.current = now.values;
    act.mutate(given as never);
  });

  useRefusal(at, followed);

  const change = (changes: Partial<T>) => {
    void check.ready(call);
    setState((old) => form.setFormValues(old, changes, names));
  };
  const held = (event?: FormEvent<HTMLFormElement>) => {
    event?.preventDefault();
    at.current = event?.currentTarget ?? at.current;
  };
  return {
    ...bindFields(followed, change, options.id),
    values,
    problems,
    problem,
    attempt,
    put: change,
    /** The problems, as links to the fields. */
    summary: { attempt, errors: Object.entries(problems).map(([name, text]) => ({ id: `${options.id ?? ''}-${name}`, text })) },
    busy: act.isPending || waits,
    changed: form.isFormChanged(followed),
    touched: form.getChangedFields(followed),
    submit: (event?: FormEvent<HTMLFormElement>) => {
      held(event);
      save((now) => now);
    },
    /** In a form of several steps: shows the problems of this step, or opens the next. */
    next: (event: FormEvent<HTMLFormElement>, found: Problems, go: () => void) => {
      held(event);
      if (Object.keys(found).length > 0) return setState((old) => form.setFormProblems(old, found));
      setState(form.clearFormProblems);
      go();
    },
    refuse,
    undo: () => setState(form.undoFormChanges),
    /** Resets the form to its beginning, for a form that stays on screen. */
    reset: () => setState(begin(options)),
    conflict: conflictIn(followed, () => save(form.keepMyChanges), setState),
  };
}

type Step<T extends object> = (state: form.FormState<T>) => form.FormState<T>;

/** Runs `go` after its checks have loaded. A press before that is run once, with the input at that time. */
function useChecked<G>(check: InputCheck, call: CallShape, go: (given: G) => void): [save: (given: G) => void, waits: boolean] {
  const [waits, setWaits] = useState(false);
  const latest = useRef(go);
  latest.current = go;
  const save = (given: G) => {
    const coming = check.ready(call);
    if (!coming) return go(given);
    if (waits) return;
    setWaits(true);
    void coming.then(() => {
      setWaits(false);
      latest.current(given);
    });
  };
  return [save, waits];
}

/** The state of the form, which follows the record when it is refetched. */
function useFollowed<C extends CallShape, T extends object, R extends object>(options: FormOptions<C, T, R>) {
  const [state, setState] = useState(() => begin(options));
  const { saved, from } = options;
  const newest = saved ? revisionOf(saved) : undefined;
  const followed = saved && from && newest !== undefined ? form.rebaseFormOnReread(state, from(saved), newest) : state;
  if (followed !== state) setState(followed);
  return [followed, setState] as const;
}

/** Both versions and the ways to choose, after another person saved first. */
function conflictIn<T extends object>(
  state: form.FormState<T>,
  keepMine: () => void,
  setState: (next: (old: form.FormState<T>) => form.FormState<T>) => void,
) {
  const both = form.readConflictSides(state);
  return (
    both && {
      ...both,
      keepMine,
      takeTheirs: () => setState(form.acceptTheirChanges),
      later: () => setState(form.postponeConflict),
    }
  );
}

type Places = {
  readonly names: Names | undefined;
  readonly refused: Readonly<Record<string, () => string>> | undefined;
  readonly inPlace: true | ((why: unknown) => string) | undefined;
};
/** The error for the fields or for the whole form; null where the form has no place for it. */
function refusalIn(why: unknown, values: object, { names, refused, inPlace }: Places): [Problems, string] | null {
  const fields = why instanceof CallRejectedError ? (why.body.fields ?? {}) : {};
  const said = Object.entries(fields).map(([name, text]) => [name, refused?.[name]?.() ?? text]);
  const here = form.assignFieldProblems(Object.fromEntries(said), values, names);
  if (Object.keys(here).length > 0) return [here, ''];
  const sentence = inPlace ? (inPlace === true ? getErrorSentence(why) : inPlace(why)) : '';
  return sentence ? [here, sentence] : null;
}

/** Records that several people may change have a revision; the others cannot have a conflict. */
const revisionOf = (row: object): number | undefined => (row as { readonly revision?: number }).revision;

/** After a rejected submit the focus moves to the first field with a problem. */
function useRefusal(at: RefObject<HTMLFormElement | null>, { attempt, problems, problem }: form.FormState<object>): void {
  const { word } = useApp();
  const told = useRef(0);
  useEffect(() => {
    if (attempt === told.current) return;
    told.current = attempt;
    // A summary of the problems takes the focus itself.
    if (at.current?.querySelector('[data-problems]')) return;
    const first = at.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    first?.focus();
    // A problem without a visible field is shown as a toast, because otherwise the form would not save and give no reason.
    const [unseen] = first || problem ? [] : Object.values(problems);
    if (unseen) showToast({ kind: 'error', ...toErrorMessage(unseen, word) });
  }, [at, attempt, problems, problem, word]);
}

function begin<C extends CallShape, T extends object, R extends object>({ saved, from, blank }: FormOptions<C, T, R>) {
  if (saved && from) return form.createFormState(from(saved), revisionOf(saved));
  return form.createFormState(typeof blank === 'function' ? (blank as () => T)() : ((blank ?? {}) as T));
}

/** A form without a record continues with the input it sent. */
const settled = <T extends object, R extends object>(old: form.FormState<T>, sent: T, row: R, from: ((row: R) => T) | undefined) =>
  from ? form.applySavedForm(old, sent, from(row), revisionOf(row)) : form.applySavedForm(old, sent, sent, old.revision);
