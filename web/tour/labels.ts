import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import { tourStatusLabels } from '#contract/tour/labels.ts';
import type { tourMachine } from '#contract/tour/machine.ts';
import { addTones } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type TourStatus = StateOf<typeof tourMachine>;
export type TourMove = MoveOf<typeof tourMachine>;

export const tourStatusNames = addTones(tourStatusLabels, {
  requested: 'wait',
  confirmed: 'good',
  attended: 'done',
  no_show_visitor: 'bad',
  no_show_host: 'bad',
  declined: 'done',
  lapsed: 'done',
  canceled: 'done',
});
export const getTourStatusName = (status: string): string => (status in tourStatusNames ? tourStatusNames[status as TourStatus].label() : status);
export const formatTourStatusChange = ({ name, status }: { name: string; status: string }): string =>
  m.said_state({ name, state: getTourStatusName(status) });
