import type { InspectionFull, InspectionHead } from '#contract/inspection/calls.ts';
import { itemsOf, nameIn } from '#contract/inspection/kinds.ts';
import { conditionNames } from '#contract/inspection/labels.ts';
import type { Answer } from '#contract/inspection/shapes.ts';
import { dateTime } from '#web/ui/format.ts';
import { getLocale } from '#words/locale.js';
import { m } from '#words/messages.js';

/** An item with its room, as its reader calls both. */
export function itemName({ areas }: Pick<InspectionFull, 'areas'>, id: string): string {
  const item = itemsOf(areas).find((one) => one.id === id);
  return item ? `${nameIn(getLocale(), item.area)}: ${nameIn(getLocale(), item)}` : id;
}
export const foundText = (answer: Answer | undefined): string => {
  if (!answer) return m.inspection_open();
  const { condition, passed, counted } = answer;
  const parts = [condition ? conditionNames[condition]() : '', passed === null ? '' : passed ? m.inspection_yes() : m.inspection_no(), counted ?? ''];
  return parts.filter((part) => part !== '').join(', ') || m.inspection_open();
};

/** How far from the pin: metres near by, kilometres further off. */
export const farText = (metres: number, sure: number): string =>
  metres < 1000 ? m.inspection_metres({ metres, sure }) : m.inspection_kilometres({ km: (metres / 1000).toFixed(1), sure });
/** When somebody signed; and when that came here, where it was without a network. */
export const signedText = ({ at, arrived_at }: InspectionFull['signatures'][number]): string =>
  arrived_at ? `${dateTime(at)} (${m.inspection_arrived({ when: dateTime(arrived_at) })})` : dateTime(at);

export const placeOf = ({ property, unit }: Pick<InspectionHead, 'property' | 'unit'>): string =>
  unit ? `${property.name}, ${unit.name}` : property.name;
/** For whoever lives there: until when they are asked, else the day it is about. */
export const askedText = ({ answer_by, scheduled_at }: Pick<InspectionHead, 'answer_by' | 'scheduled_at'>): string =>
  answer_by ? m.inspection_answer_until({ when: dateTime(answer_by) }) : dateTime(scheduled_at);
