import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import type { tourMachine } from '#contract/tour/machine.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type Status = StateOf<typeof tourMachine>;
export type Move = MoveOf<typeof tourMachine>;

export const statusNames: Readonly<Record<Status, { label: () => string; tone: Tone }>> = {
  requested: { label: m.tour_status_requested, tone: 'wait' },
  confirmed: { label: m.tour_status_confirmed, tone: 'good' },
  attended: { label: m.tour_status_attended, tone: 'done' },
  no_show_visitor: { label: m.tour_status_no_show_visitor, tone: 'bad' },
  no_show_host: { label: m.tour_status_no_show_host, tone: 'bad' },
  declined: { label: m.tour_status_declined, tone: 'done' },
  lapsed: { label: m.tour_status_lapsed, tone: 'done' },
  canceled: { label: m.tour_status_canceled, tone: 'done' },
};
export const statusName = (status: string): string => (status in statusNames ? statusNames[status as Status].label() : status);
export const said = ({ name, status }: { name: string; status: string }): string => m.said_state({ name, state: statusName(status) });
export const moveNames: Readonly<Record<Move, () => string>> = {
  confirm: m.tour_move_confirm,
  decline: m.tour_move_decline,
  lapse: m.tour_status_lapsed,
  cancel: m.tour_move_cancel,
  ask_again: m.tour_move_ask_again,
  attend: m.tour_move_attend,
  miss: m.tour_move_miss,
  miss_host: m.tour_move_miss_host,
  contest: m.tour_move_contest,
};
