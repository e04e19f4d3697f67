import { inspectionCalls } from '#contract/inspection/calls.ts';
import { maxInspectionOperations } from '#contract/inspection/kinds.ts';
import { send } from '#web/client/client.ts';
import { CallRejectedError } from '#web/client/send.ts';
import type { DeviceUserId } from './offline-store.ts';
import { ensureDeviceId, readPendingSteps, removeSentSteps, renumberSteps } from './offline-store.ts';
import type { OfflineStep } from './step.ts';

/** The next request: consecutive steps together, or one step alone. */
export function findNextStepsToSend(steps: readonly OfflineStep[], alone: boolean): OfflineStep[] {
  const [first] = steps;
  if (!first) return [];
  if (first.kind !== 'op' || alone) return [first];
  const other = steps.findIndex((step) => step.kind !== 'op');
  return steps.slice(0, other === -1 ? maxInspectionOperations : Math.min(other, maxInspectionOperations));
}

type Flushed = { readonly left: number; readonly problem: string; readonly sent: readonly OfflineStep[] };
export type SendQueue = {
  readonly pending: () => Promise<OfflineStep[]>;
  readonly send: (steps: readonly OfflineStep[]) => Promise<unknown>;
  /** Removes steps from the list; `counted` if the server accepted them. */
  readonly arrived: (steps: readonly OfflineStep[], counted: boolean) => Promise<unknown>;
  readonly renumber: (next: number) => Promise<unknown>;
};
/** The server read and rejected the step permanently; with other statuses a retry may succeed. */
const forGood: readonly number[] = [400, 409, 410, 413, 415, 422];

/**
 * Sends pending steps in order. Without a response, or with a temporary refusal, they stay for the next try. A step rejected for good is removed and
 * reported; if several are rejected together, each is tried alone, so that valid ones are not lost.
 */
export async function flushSendQueue(line: SendQueue): Promise<Flushed> {
  const sent: OfflineStep[] = [];
  let problem = '';
  let alone = false;
  let counted = false;
  for (;;) {
    const steps = findNextStepsToSend(await line.pending(), alone);
    if (steps.length === 0) return { left: 0, problem, sent };
    try {
      await line.send(steps);
      await line.arrived(steps, true);
      sent.push(...steps);
      counted = false;
    } catch (wrong) {
      const refused = wrong instanceof CallRejectedError ? wrong : null;
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
        // An inspection begun on another device is not an error: the steps of this device are stored beside the answers of the other.
        if (steps[0]?.kind !== 'begin') problem = refused.body.message;
        await line.arrived(steps, false);
        alone = false;
        counted = false;
      }
    }
  }
}

async function sendSteps(inspection: number, steps: readonly OfflineStep[]): Promise<unknown> {
  const device = ensureDeviceId();
  const [first] = steps;
  if (first?.kind === 'begin') return send(inspectionCalls.begin, { id: inspection, device }, { key: first.id });
  if (first?.kind === 'photo') {
    const { id: photo_id, item, sha256, blob, at: taken_at, way, spot } = first;
    return send(inspectionCalls.photo, { id: inspection, photo_id, item, sha256, device, way, taken_at, ...spot, photo: blob }, { key: photo_id });
  }
  const ops = steps.flatMap((step) => (step.kind === 'op' ? [{ id: step.id, seq: step.seq, at: step.at, op: step.op }] : []));
  return send(inspectionCalls.ops, { id: inspection, device, ops });
}

/** Only one tab sends at a time. */
export const sendPendingSteps = (person: DeviceUserId, inspection: number): Promise<Flushed> =>
  navigator.locks.request(`makao-inspection-${person}-${inspection}`, () =>
    flushSendQueue({
      pending: () => readPendingSteps(person, inspection),
      send: (steps) => sendSteps(inspection, steps),
      arrived: (steps, counted) => removeSentSteps(person, inspection, steps, counted),
      renumber: (next) => renumberSteps(person, inspection, next),
    }),
  );
