import type { CallShape } from '#contract/kernel/call.ts';
import { spareReload } from '#web/layout/lost-chunk.ts';
import type { Problems } from './form.ts';

type Says = Readonly<Record<string, () => string>>;
/** How a form is checked before it is sent. */
export type Check = {
  /** Null once it can be asked; before, what to wait for. */
  readonly ready: (call: CallShape) => Promise<void> | null;
  readonly problems: (call: CallShape, given: object, says?: Says) => Problems;
};

const known = new Map<CallShape, (given: object, says?: Says) => Problems>();
const coming = new Map<CallShape, Promise<void>>();

async function fetchSchema(call: CallShape): Promise<void> {
  const [{ problemsIn }, whole] = await Promise.all([import('./check.ts'), call.whole?.() ?? call]);
  known.set(call, (given, says) => problemsIn(whole, given, says));
}

/**
 * By the call's own schema. It is fetched when somebody begins to fill in the form, since it weighs more than the form; where the line is
 * down the form is sent as it is, and the server, which has the same schema, says what is wrong.
 */
export const bySchema: Check = {
  ready(call) {
    if (known.has(call) || !call.body || call.upload) return null;
    const asked =
      coming.get(call) ??
      spareReload(fetchSchema(call))
        .catch(() => undefined)
        .finally(() => coming.delete(call));
    coming.set(call, asked);
    return asked;
  },
  problems: (call, given, says) => known.get(call)?.(given, says) ?? {},
};
export const unchecked: Check = { ready: () => null, problems: () => ({}) };
