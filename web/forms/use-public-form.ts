import { useRef } from 'react';
import type { CallShape } from '#contract/kernel/call.ts';
import { type CallSender, useSendCall } from '#web/client/use-send.ts';
import { type FormOptions, type FormServices, useFormCore } from './use-form-core.ts';
import { emptyChecks, type InputCheck } from './validate.ts';

/** Public pages have a size limit: no schema and no TanStack Query, unless the call is on the page anyway and its check is passed in. */
type PublicOptions<C extends CallShape, T extends object> = Omit<
  FormOptions<C, T, never>,
  'saved' | 'from' | 'stays' | 'touches' | 'said' | 'quiet'
> & {
  readonly by?: InputCheck;
  readonly sender?: CallSender;
};

/** `useForm` for public pages. */
export function usePublicForm<C extends CallShape, T extends object>(call: C, { by = emptyChecks, sender, ...options }: PublicOptions<C, T>) {
  const useSendBy: FormServices['useSend'] = (to, more) => useSendCall(to, more, sender);
  const form = useFormCore<C, T>(call, options, { useSend: useSendBy, check: by });
  const seen = useRef(false);
  return {
    ...form,
    text: (name: Parameters<typeof form.text>[0]) => ({ name, ...form.text(name) }),
    tick: (name: Parameters<typeof form.tick>[0]) => ({ name, ...form.tick(name) }),
    /** The ref of the form element: input from before the script loaded is taken over. */
    at: (node: HTMLFormElement | null) => {
      if (!node || seen.current) return;
      seen.current = true;
      const typed = typedIn(node, form.values);
      if (Object.keys(typed).length > 0) form.put(typed);
    },
  };
}

function typedIn<T extends object>(node: HTMLFormElement, values: T): Partial<T> {
  const found = Object.entries(values).flatMap(([name, value]) => {
    const field = node.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)) return [];
    const typed = typeof value === 'boolean' && field instanceof HTMLInputElement ? field.checked : field.value;
    return typeof typed === typeof value && typed !== value ? [[name, typed] as const] : [];
  });
  return Object.fromEntries(found) as Partial<T>;
}

/** A public form of these values, whatever call it is for. */
export type PublicFormHandle<T extends object> = ReturnType<typeof usePublicForm<CallShape, T>>;
