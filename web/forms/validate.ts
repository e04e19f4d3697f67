import type { CallShape } from '#contract/kernel/call.ts';
import { loadWithoutPageReload } from '#web/layout/lost-chunk.ts';
import type { FormProblems } from './form.ts';

type Says = Readonly<Record<string, () => string>>;
/** How a form is checked before it is sent. */
export type InputCheck = {
  /** Null if the check has loaded; otherwise the promise to wait for. */
  readonly ready: (call: CallShape) => Promise<void> | null;
  readonly problems: (call: CallShape, given: object, says?: Says) => FormProblems;
};

const known = new Map<CallShape, (given: object, says?: Says) => FormProblems>();
const coming = new Map<CallShape, Promise<void>>();

async function fetchSchema(call: CallShape): Promise<void> {
  const [{ findInputProblems: problemsIn }, whole] = await Promise.all([import('./check.ts'), call.whole?.() ?? call]);
  known.set(call, (given, says) => problemsIn(whole, given, says));
}

/**
 * Checks by the call's own schema. It is loaded when a person begins to fill in the form, because it is larger than the form. Without a network the
 * form is sent unchecked, and the server checks it with the same schema.
 */
export const schemaChecks: InputCheck = {
  ready(call) {
    if (known.has(call) || !call.body || call.upload) return null;
    const asked =
      coming.get(call) ??
      loadWithoutPageReload(fetchSchema(call))
        .catch(() => undefined)
        .finally(() => coming.delete(call));
    coming.set(call, asked);
    return asked;
  },
  problems: (call, given, says) => known.get(call)?.(given, says) ?? {},
};
export const emptyChecks: InputCheck = { ready: () => null, problems: () => ({}) };
