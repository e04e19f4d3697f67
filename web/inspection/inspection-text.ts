import type { InspectionDetails, InspectionSummary } from '#contract/inspection/calls.ts';
import { getLocalizedName, listInspectionItems } from '#contract/inspection/kinds.ts';
import { itemConditionLabels } from '#contract/inspection/labels.ts';
import type { InspectionAnswer } from '#contract/inspection/shapes.ts';
import { formatDateTime } from '#web/ui/format.ts';
import { getLocale } from '#words/locale.js';
import { m } from '#words/messages.js';

/** An item with its area, in the reader's language. */
export function getInspectionItemName({ areas }: Pick<InspectionDetails, 'areas'>, id: string): string {
  const item = listInspectionItems(areas).find((one) => one.id === id);
  return item ? `${getLocalizedName(getLocale(), item.area)}: ${getLocalizedName(getLocale(), item)}` : id;
}
export const formatInspectionFinding = (answer: InspectionAnswer | undefined): string => {
  if (!answer) return m.inspection_open();
  const { condition, passed, counted } = answer;
  const parts = [
    condition ? itemConditionLabels[condition]() : '',
    passed === null ? '' : passed ? m.inspection_yes() : m.inspection_no(),
    counted ?? '',
  ];
  return parts.filter((part) => part !== '').join(', ') || m.inspection_open();
};

/** The distance from the pin: in metres nearby, in kilometres further away. */
export const formatInspectionDistance = (metres: number, sure: number): string =>
  metres < 1000 ? m.inspection_metres({ metres, sure }) : m.inspection_kilometres({ km: (metres / 1000).toFixed(1), sure });
/** The time of a signature, and the time of its arrival if it was given offline. */
export const formatInspectionSignature = ({ at, arrived_at }: InspectionDetails['signatures'][number]): string =>
  arrived_at ? `${formatDateTime(at)} (${m.inspection_arrived({ when: formatDateTime(arrived_at) })})` : formatDateTime(at);

export const formatInspectionPlace = ({ property, unit }: Pick<InspectionSummary, 'property' | 'unit'>): string =>
  unit ? `${property.name}, ${unit.name}` : property.name;
/** For the tenant: the deadline of the answer, otherwise the scheduled day. */
export const formatInspectionDeadline = ({ answer_by, scheduled_at }: Pick<InspectionSummary, 'answer_by' | 'scheduled_at'>): string =>
  answer_by ? m.inspection_answer_until({ when: formatDateTime(answer_by) }) : formatDateTime(scheduled_at);
