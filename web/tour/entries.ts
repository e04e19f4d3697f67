import { kindNames } from '#contract/inspection/labels.ts';
import { nairobiMs } from '#contract/time/days.ts';
import type { ScheduleEntry } from '#contract/tour/shapes.ts';
import { time } from '#web/ui/format.ts';
import { TONE } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { statusNames } from './words.ts';

/** Ids of tours and of what stands beside them may be the same number. */
export const keyOf = ({ kind, id }: Pick<ScheduleEntry, 'kind' | 'id'>): string => `${kind}-${id}`;
/** What it is, in a word. */
export const stateOf = (one: ScheduleEntry): string =>
  one.inspection
    ? kindNames[one.inspection]()
    : one.status
      ? statusNames[one.status].label()
      : m.tour_group_places_of({ taken: one.taken, capacity: one.capacity });
/** Who comes, or what for. */
export const whoOf = (one: ScheduleEntry): string =>
  one.visitor ?? (one.kind === 'viewing' ? m.tour_group() : kindNames[one.inspection ?? 'routine']());
/** The home and where it is, where its title does not say that already. */
export const whereOf = ({ title, mode, place }: Pick<ScheduleEntry, 'title' | 'mode' | 'place'>): string =>
  mode === 'video' ? `${title}, ${m.tour_mode_video()}` : title.includes(place) ? title : `${title}, ${place}`;
export const colorOf = (one: ScheduleEntry): string => (one.inspection ? 'violet' : one.status ? TONE[statusNames[one.status].tone].color : 'sky');
export const spanOf = (one: Pick<ScheduleEntry, 'starts_at' | 'ends_at'>): string => `${time(one.starts_at)}–${time(one.ends_at)}`;

/** A moment as Nairobi's clock shows it, for a calendar that thinks it is its reader's: 2026-11-17 14:30:00. */
export const nairobiText = (moment: string | number): string =>
  new Date(new Date(moment).getTime() + nairobiMs).toISOString().slice(0, 19).replace('T', ' ');
/** And back. */
export const momentOf = (text: string): number => Date.parse(`${text.slice(0, 10)}T${text.slice(11, 16)}:00Z`) - nairobiMs;
