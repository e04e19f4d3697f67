import { inspectionCalls } from '#contract/inspection/calls.ts';
import { opsMost } from '#contract/inspection/kinds.ts';
import { send } from '#web/client/client.ts';
import { Refused } from '#web/client/send.ts';
import type { Step } from './step.ts';
import type { DeviceUser } from './store.ts';
import { arrived, deviceName, pending, renumber } from './store.ts';

/** What comes next: steps that lie together, or one that goes alone. */
export function nextOf(steps: readonly Step[], alone: boolean): Step[] {
  const [first] = steps;
  if (!first) return [];
  if (first.kind !== 'op' || alone) return [first];
  const other = steps.findIndex((step) => step.kind !== 'op');
  return steps.slice(0, other === -1 ? opsMost : Math.min(other, opsMost));
}

type Flushed = { readonly left: number; readonly problem: string; readonly sent: readonly Step[] };
export type Line = {
  readonly pending: () => Promise<Step[]>;
  readonly send: (steps: readonly Step[]) => Promise<unknown>;
  /** Off the list; `counted` where the house took them. */
  readonly arrived: (steps: readonly Step[], counted: boolean) => Promise<unknown>;
  readonly renumber: (next: number) => Promise<unknown>;
};
/** The house read it and will never take it; anything else may be otherwise tomorrow. */
const forGood: readonly number[] = [400, 409, 410, 413, 415, 422];

/**
 * Sends what waits in its order. Without an answer, or where the caller may not just now, it stays for the next try. What the house refuses
 * for good is taken off the list and said; of several that were refused together each is tried alone, so that one takes no other along.
 */
export async function flushLine(line: Line): Promise<Flushed> {
  const sent: Step[] = [];
  let problem = '';
  let alone = false;
  let counted = false;
  for (;;) {
    const steps = nextOf(await line.pending(), alone);
    if (steps.length === 0) return { left: 0, problem, sent };
    try {
      await line.send(steps);
      await line.arrived(steps, true);
      sent.push(...steps);
      counted = false;
    } catch (wrong) {
      const refused = wrong instanceof Refused ? wrong : null;
      if (!refused || !forGood.includes(refused.status)) {
        const why = refused && (refused.status === 403 || refused.status === 404) ? refused.body.message : problem;
        return { left: (await line.pending()).length, problem: why, sent };
      }
      const { next } = refused.body;
      if (typeof next === 'number' && !counted) {
        counted = true;
        await line.renumber(next);
      } else if (steps.length > 1) alone = true;
      else {
        // That another device began is no trouble: what this one saw is kept beside.
        if (steps[0]?.kind !== 'begin') problem = refused.body.message;
        await line.arrived(steps, false);
        alone = false;
        counted = false;
      }
    }
  }
}

async function sendSteps(inspection: number, steps: readonly Step[]): Promise<unknown> {
  const device = deviceName();
  const [first] = steps;
  if (first?.kind === 'begin') return send(inspectionCalls.begin, { id: inspection, device }, { key: first.id });
  if (first?.kind === 'photo') {
    const { id: photo_id, item, sha256, blob, at: taken_at, way, spot } = first;
    return send(inspectionCalls.photo, { id: inspection, photo_id, item, sha256, device, way, taken_at, ...spot, photo: blob }, { key: photo_id });
  }
  const ops = steps.flatMap((step) => (step.kind === 'op' ? [{ id: step.id, seq: step.seq, at: step.at, op: step.op }] : []));
  return send(inspectionCalls.ops, { id: inspection, device, ops });
}

/** One tab at a time, whoever asks. */
export const flush = (person: DeviceUser, inspection: number): Promise<Flushed> =>
  navigator.locks.request(`makao-inspection-${person}-${inspection}`, () =>
    flushLine({
      pending: () => pending(person, inspection),
      send: (steps) => sendSteps(inspection, steps),
      arrived: (steps, counted) => arrived(person, inspection, steps, counted),
      renumber: (next) => renumber(person, inspection, next),
    }),
  );
