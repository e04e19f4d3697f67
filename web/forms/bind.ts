import type { FormState } from './form.ts';

type Names<T, V> = { [K in keyof T]-?: T[K] extends V ? K : never }[keyof T] & string;
type Typed = { readonly currentTarget: { readonly value: string } };
type Ticked = { readonly currentTarget: { readonly checked: boolean } };

/** The props of a field on screen: its value, its problem, and its handler. `id` is the prefix of the fields' ids. */
export function bindFields<T extends object>({ values, problems }: FormState<T>, put: (changes: Partial<T>) => void, id?: string) {
  const set = <K extends keyof T>(name: K, value: T[K]) => put({ [name]: value } as unknown as Partial<T>);
  const about = (name: keyof T & string) => ({ ...(id ? { id: `${id}-${name}` } : {}), error: problems[name] });
  return {
    set,
    /** For fields that are typed or chosen as text. */
    text: <K extends Names<T, string>>(name: K) => ({
      ...about(name),
      value: values[name] as T[K] & string,
      onChange: (event: Typed) => set(name, event.currentTarget.value as T[K]),
    }),
    /** For a choice among numbers. */
    number: <K extends Names<T, number>>(name: K) => ({
      ...about(name),
      value: String(values[name]),
      onChange: (event: Typed) => set(name, Number(event.currentTarget.value) as T[K]),
    }),
    tick: <K extends Names<T, boolean>>(name: K) => ({
      ...about(name),
      checked: values[name] as boolean,
      onChange: (event: Ticked) => set(name, event.currentTarget.checked as T[K]),
    }),
    /** For fields whose onChange receives the value instead of an event. */
    field: <K extends keyof T & string>(name: K) => ({ ...about(name), value: values[name], onChange: (value: T[K]) => set(name, value) }),
  };
}
