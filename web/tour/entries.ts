import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import { nairobiOffsetMs } from '#contract/time/days.ts';
import type { ScheduleEntry } from '#contract/tour/shapes.ts';
import { formatTime } from '#web/ui/format.ts';
import { TONE_STYLES } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { tourStatusNames } from './labels.ts';

/** Tours and other entries may have equal ids, so the key includes the kind. */
export const makeScheduleEntryKey = ({ kind, id }: Pick<ScheduleEntry, 'kind' | 'id'>): string => `${kind}-${id}`;
/** The state of an entry in one word. */
export const formatScheduleEntryState = (one: ScheduleEntry): string =>
  one.inspection
    ? inspectionKindLabels[one.inspection]()
    : one.status
      ? tourStatusNames[one.status].label()
      : m.tour_group_places_of({ taken: one.taken, capacity: one.capacity });
/** The name of the visitor, or the purpose. */
export const formatScheduleEntryPerson = (one: ScheduleEntry): string =>
  one.visitor ?? (one.kind === 'viewing' ? m.tour_group() : inspectionKindLabels[one.inspection ?? 'routine']());
/** The home and its location, unless the title already names it. */
export const formatScheduleEntryLocation = ({ title, mode, place }: Pick<ScheduleEntry, 'title' | 'mode' | 'place'>): string =>
  mode === 'video' ? `${title}, ${m.tour_mode_video()}` : title.includes(place) ? title : `${title}, ${place}`;
export const getScheduleEntryColour = (one: ScheduleEntry): string =>
  one.inspection ? 'violet' : one.status ? TONE_STYLES[tourStatusNames[one.status].tone].color : 'sky';
export const formatScheduleEntryTimes = (one: Pick<ScheduleEntry, 'starts_at' | 'ends_at'>): string =>
  `${formatTime(one.starts_at)}–${formatTime(one.ends_at)}`;

/** A moment in Nairobi time, for a calendar that uses the reader's zone: 2026-11-17 14:30:00. */
export const formatNairobiDateTime = (moment: string | number): string =>
  new Date(new Date(moment).getTime() + nairobiOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
/** Converts a text of `formatNairobiDateTime` back to a moment. */
export const parseNairobiDateTime = (text: string): number => Date.parse(`${text.slice(0, 10)}T${text.slice(11, 16)}:00Z`) - nairobiOffsetMs;
