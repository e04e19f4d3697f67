import { m } from '#words/messages.js';

type Messages = typeof m;
/** An enumeration: a list of values, or a record whose keys are the values (a machine's states or moves). */
type Values = readonly (string | number)[] | Readonly<Record<string | number, unknown>>;
type ValueOf<T extends Values> = T extends readonly (infer V extends string | number)[] ? V : Exclude<keyof T, symbol>;
type Named<P extends string, V extends string | number, S> = {
  readonly [K in V]: `${P}_${K}` extends keyof Messages ? Messages[`${P}_${K}`] : S;
};
/** Values without a message of their own name: they have to be named one by one. */
type Unnamed<P extends string, V extends string | number> = V extends unknown ? (`${P}_${V}` extends keyof Messages ? never : V) : never;

export type LabelText = () => string;
export type LabelMap<K extends string | number = string> = Readonly<Record<K, LabelText>>;

/**
 * What each value of an enumeration is called: the message `<prefix>_<value>`, or the one named in `others`. A value without either does
 * not compile. Only `contract/<module>/labels.ts` may call it: the names are computed, and pages get those files written out as object
 * literals (labels.config.ts), so that a page carries the messages of its own labels and no others.
 */
export function labels<const P extends string, const T extends Values, S = LabelText>(
  prefix: P,
  values: T,
  ...[others]: [Unnamed<P, ValueOf<T>>] extends [never] ? [others?: LabelMap<never>] : [others: Readonly<Record<Unnamed<P, ValueOf<T>>, S>>]
): Named<P, ValueOf<T>, S> {
  const known: Readonly<Record<string, unknown>> = m;
  const names = Array.isArray(values) ? values : Object.keys(values);
  return { ...Object.fromEntries(names.map((value) => [value, known[`${prefix}_${value}`]])), ...others } as Named<P, ValueOf<T>, S>;
}
