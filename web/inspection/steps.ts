import { buildInspectionItemId, type InspectionArea, type InspectionItem } from '#contract/inspection/kinds.ts';
import type { InspectionAnswer, InspectionDetails, InspectionOperation } from '#contract/inspection/shapes.ts';
import { calculateDistanceMetres, checkInspectionLocation } from '#contract/inspection/verdict.ts';
import type { OfflineStep } from './step.ts';

const unsaid = (item: string): InspectionAnswer => ({
  item,
  condition: null,
  passed: null,
  counted: null,
  note: '',
  cost_cents: null,
  charge_to: 'none',
  answer: null,
  answer_note: '',
  also_said: [],
});

/** The inspection on this device: the stored state with pending steps applied. */
export function applyPendingSteps(one: InspectionDetails, steps: readonly OfflineStep[], device: string): InspectionDetails {
  let now = one;
  for (const step of steps) {
    if (step.kind === 'begin') now = now.status === 'scheduled' ? { ...now, status: 'in_progress', device } : now;
    else if (step.kind === 'photo') now = changed(now);
    else now = carryOut(now, step.op, step.at);
  }
  return now;
}

/** A signature covers the content at the time it was given. */
const changed = (one: InspectionDetails): InspectionDetails => ({
  ...one,
  signatures: one.signatures.map((signed) => ({ ...signed, holds: false })),
});

function carryOut(one: InspectionDetails, op: InspectionOperation, at: string): InspectionDetails {
  switch (op.do) {
    case 'sign': {
      const others = one.signatures.filter((signed) => signed.role !== op.role);
      return { ...one, signatures: [...others, { role: op.role, name: op.name, at, arrived_at: null, drawn: op.drawn ?? null, holds: true }] };
    }
    case 'keys':
      return changed({ ...one, keys_count: op.count });
    case 'drop_photo':
      return changed({ ...one, photos: one.photos.filter((photo) => photo.id !== op.photo) });
    case 'place': {
      const spot = { lat: op.lat, lng: op.lng, accuracy_m: Math.round(op.accuracy_m) };
      // A copy saved by an earlier version has no pin.
      const pin = one.pin ?? null;
      return changed({
        ...one,
        place: { ...spot, at, metres: pin && calculateDistanceMetres(spot, pin), verdict: checkInspectionLocation(spot, pin) },
      });
    }
    case 'reading': {
      const others = one.readings.filter((reading) => reading.meter !== op.meter || reading.kind !== op.kind);
      return changed({ ...one, readings: op.value === null ? others : [...others, { meter: op.meter, kind: op.kind, value: op.value }] });
    }
    case 'answer': {
      const { do: _, item, ...said } = op;
      const before = one.answers.find((answer) => answer.item === item) ?? unsaid(item);
      const given = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
      return changed({ ...one, answers: [...one.answers.filter((answer) => answer.item !== item), { ...before, ...given }] });
    }
  }
}

export const isItemAnswered = ({ kind }: InspectionItem, said: InspectionAnswer | undefined): boolean => {
  if (!said) return false;
  if (kind === 'condition') return said.condition !== null;
  return said.passed !== null && (kind !== 'count' || said.counted !== null);
};

/** Steps that mark the remaining condition items of an area as good. Given answers stay, and questions stay unanswered. */
export const listRemainingGoodOperations = (area: InspectionArea, answers: readonly InspectionAnswer[]): InspectionOperation[] =>
  area.items.flatMap((item) => {
    const id = buildInspectionItemId(area, item);
    if (
      item.kind !== 'condition' ||
      isItemAnswered(
        item,
        answers.find((said) => said.item === id),
      )
    )
      return [];
    return [{ do: 'answer' as const, item: id, condition: 'good' as const }];
  });
