import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Answer, CallShape, Given } from '#contract/kernel/call.ts';
import { sayError } from '#web/client/errors.ts';
import { Refused } from '#web/client/send.ts';
import type { Touched } from '#web/client/touches.ts';
import { sentenceOf, useAct } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { toast } from '#web/ui/toast/store.ts';
import { bind } from './bind.ts';
import * as form from './form.ts';
import { problemsIn } from './validate.ts';

type Problems = form.Problems;
type GivenTo<C> = C extends CallShape ? Given<C> : never;
type AnswerOf<C> = C extends CallShape ? Answer<C> : never;
export type Sending<T> = {
  readonly revision: number | undefined;
  /** Only what the person changed. */
  readonly touched: Partial<T>;
};

export type FormOptions<C extends CallShape, T extends object, R> = {
  /** The record the form changes, and what of it stands in the form. Without one it begins with `blank`. */
  readonly saved?: R | null;
  readonly from?: (row: R) => T;
  readonly blank?: T | (() => T);
  /** What the call is given. */
  readonly given: (values: T, sending: Sending<T>) => GivenTo<C>;
  /** What to enter, by the field of the call; else its schema says what is wrong. */
  readonly says?: Readonly<Record<string, () => string>>;
  /** The form's words for what the server alone finds wrong with a field. */
  readonly refused?: Readonly<Record<string, () => string>>;
  /** What no schema of the call can know. */
  readonly check?: (values: T, base: T) => Problems;
  /** What is wrong with the whole, where no field is to blame; shown as `problem`. */
  readonly whole?: (values: T) => string;
  /** Fields of the call that have another name in the form. */
  readonly names?: Readonly<Record<string, string>>;
  readonly touches?: readonly Touched[];
  /** Refusals that belong to no field stay in the form too, as `problem`. */
  readonly inPlace?: true;
  /** Prefix of the fields' ids, for a summary that links to them. */
  readonly id?: string;
  /** The form stays open after a save and goes on from the answer. */
  readonly stays?: true;
  readonly done?: (answer: AnswerOf<C>) => void;
};

/**
 * The one form: values, what is wrong with them by the call's own schema and by the server, what somebody else saved meanwhile, and
 * the save itself. What is sent twice is done once (the key is `useAct`'s).
 */
export function useForm<C extends CallShape, T extends object, R extends object = never>(to: C | ((values: T) => C), options: FormOptions<C, T, R>) {
  const [state, setState] = useState(() => begin(options));
  const { saved, from } = options;
  const newest = saved ? revisionOf(saved) : undefined;
  const followed = saved && from && newest !== undefined ? form.follow(state, from(saved), newest) : state;
  if (followed !== state) setState(followed);
  const { values, problems, problem, attempt } = followed;
  const call = typeof to === 'function' ? to(values) : to;
  const both = form.sides(followed);
  const at = useRef<HTMLFormElement | null>(null);
  const sent = useRef<T | null>(null);

  const handles = (why: unknown): boolean => {
    if (!(why instanceof Refused)) return false;
    if (why.status === 409 && why.body.current && from) {
      const current = why.body.current as R;
      setState((old) => form.meet(old, from(current), revisionOf(current)));
      return true;
    }
    const found = refusalIn(why, values, options);
    if (found) setState((old) => form.refuse(old, ...found));
    return found !== null;
  };
  const act = useAct<CallShape>(call, {
    ...(options.touches ? { touches: options.touches } : {}),
    handles,
    done: (answer) => {
      const { stays, done } = options;
      // The question about unsaved work must be gone before the address changes.
      flushSync(() =>
        setState((old) => (stays ? settled(old, sent.current ?? old.values, answer as R, from) : form.startForm(old.values, old.revision))),
      );
      done?.(answer as AnswerOf<C>);
    },
  });

  const save = (now: form.FormState<T>) => {
    const given = options.given(now.values, { revision: now.revision, touched: form.touchedOf(now) });
    const found = { ...form.placed(problemsIn(call, given, options.says), now.values, options.names), ...options.check?.(now.values, now.base) };
    const whole = options.whole?.(now.values) ?? '';
    if (whole || Object.keys(found).length > 0) return setState(form.refuse(now, found, whole));
    setState(form.allow(now));
    if (act.isPending) return;
    sent.current = now.values;
    act.mutate(given as never);
  };

  useRefusal(at, followed);

  const change = (changes: Partial<T>) => setState((old) => form.put(old, changes, options.names));
  return {
    ...bind(followed, change, options.id),
    values,
    problems,
    problem,
    attempt,
    put: change,
    /** What is wrong, as links to the fields. */
    summary: { attempt, errors: Object.entries(problems).map(([name, text]) => ({ id: `${options.id ?? ''}-${name}`, text })) },
    busy: act.isPending,
    changed: form.isChanged(followed),
    touched: form.touchedOf(followed),
    submit: (event?: FormEvent<HTMLFormElement>) => {
      event?.preventDefault();
      at.current = event?.currentTarget ?? at.current;
      save(followed);
    },
    refuse: (found: Problems, whole = '') => setState((old) => form.refuse(old, found, whole)),
    undo: () => setState(form.undo),
    /** Back to the beginning, for a form that stays where it is. */
    reset: () => setState(begin(options)),
    conflict: both && {
      ...both,
      keepMine: () => save(form.keepMine(followed)),
      takeTheirs: () => setState(form.takeTheirs),
      later: () => setState(form.decideLater),
    },
  };
}

/** A form of these values, whatever call it is for. */
export type FormOf<T extends object> = ReturnType<typeof useForm<CallShape, T, object>>;

/** What a refusal says beside the fields of a form, or of the whole; null where the form has no place for it. */
function refusalIn(
  why: Refused,
  values: object,
  { names, refused, inPlace }: Pick<FormOptions<CallShape, object, object>, 'names' | 'refused' | 'inPlace'>,
) {
  const said = Object.entries(why.body.fields ?? {}).map(([name, text]) => [name, refused?.[name]?.() ?? text]);
  const here = form.placed(Object.fromEntries(said), values, names);
  if (Object.keys(here).length > 0) return [here, ''] as const;
  const sentence = inPlace ? sentenceOf(why) : '';
  return sentence ? ([here, sentence] as const) : null;
}

/** Records that several people change count their changes; the others have nothing to be asked about. */
const revisionOf = (row: object): number | undefined => (row as { readonly revision?: number }).revision;

/** After a refused submit the focus goes to the first field that is wrong. */
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
    // What stands beside no field on screen would keep the form shut without a word.
    const [unseen] = first || problem ? [] : Object.values(problems);
    if (unseen) toast({ kind: 'error', ...sayError(unseen, word) });
  }, [at, attempt, problems, problem, word]);
}

function begin<C extends CallShape, T extends object, R extends object>({ saved, from, blank }: FormOptions<C, T, R>) {
  if (saved && from) return form.startForm(from(saved), revisionOf(saved));
  return form.startForm(typeof blank === 'function' ? (blank as () => T)() : ((blank ?? {}) as T));
}

/** A form without a record goes on from what it sent. */
const settled = <T extends object, R extends object>(old: form.FormState<T>, sent: T, row: R, from: ((row: R) => T) | undefined) =>
  from ? form.settle(old, sent, from(row), revisionOf(row)) : form.settle(old, sent, sent, old.revision);
