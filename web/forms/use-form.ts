import type { CallShape } from '#contract/kernel/call.ts';
import { useAction } from '#web/client/use-call.ts';
import { type FormOptions, type FormServices, useFormCore } from './use-form-core.ts';
import { schemaChecks } from './validate.ts';

const means: FormServices = { useSend: (call, options) => useAction<CallShape>(call, options as never), check: schemaChecks };

/**
 * A form: its values, the errors of the call's own schema and of the server, changes that another person saved since, and the save itself. A repeated
 * submit is done once (it has the key of `useAction`). Some forms choose their call by their values.
 */
export const useForm = <C extends CallShape, T extends object, R extends object = never>(to: C | ((values: T) => C), options: FormOptions<C, T, R>) =>
  useFormCore<C, T, R>(to, options, means);

/** A form of these values, whatever call it is for. */
export type FormHandle<T extends object> = ReturnType<typeof useForm<CallShape, T, object>>;
