import { inspectionMeterLabels, inspectionSignerRoleLabels, itemConditionLabels } from '#contract/inspection/labels.ts';
import type { InspectionOperation } from '#contract/inspection/shapes.ts';
import { m } from '#words/messages.js';

/** Describes a step of a device in a sentence, for the addenda. */
export function describeInspectionOp(op: InspectionOperation): string {
  if (op.do === 'keys') return m.inspection_said_keys({ count: op.count ?? 0 });
  if (op.do === 'reading')
    return m.inspection_said_reading({ kind: inspectionMeterLabels[op.kind](), meter: op.meter, value: String(op.value ?? '') });
  if (op.do === 'place') return m.inspection_said_place();
  if (op.do === 'sign') return m.inspection_said_sign({ name: op.name, role: inspectionSignerRoleLabels[op.role]() });
  if (op.do === 'drop_photo') return m.inspection_said_drop();
  const parts = [
    op.condition ? itemConditionLabels[op.condition]() : '',
    op.passed === true ? m.inspection_yes() : op.passed === false ? m.inspection_no() : '',
    typeof op.counted === 'number' ? String(op.counted) : '',
    op.note ?? '',
  ];
  return parts.filter((part) => part !== '').join('. ') || m.inspection_said_nothing();
}
