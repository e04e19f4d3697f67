import type { JobKind } from '#contract/careers/kinds.ts';
import type { applicationMachine, vacancyMachine } from '#contract/careers/machine.ts';
import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export const jobKindNames: Readonly<Record<JobKind, () => string>> = {
  full_time: m.careers_kind_full_time,
  part_time: m.careers_kind_part_time,
  contract: m.careers_kind_contract,
  internship: m.careers_kind_internship,
};

export const vacancyNames: Readonly<Record<StateOf<typeof vacancyMachine>, { label: () => string; tone: Tone }>> = {
  draft: { label: m.careers_status_draft, tone: 'neutral' },
  open: { label: m.careers_status_open, tone: 'good' },
  closed: { label: m.careers_status_closed, tone: 'done' },
};
export const vacancyMoves: Readonly<Record<MoveOf<typeof vacancyMachine>, () => string>> = { publish: m.careers_publish, close: m.careers_close };

export const applicationNames: Readonly<Record<StateOf<typeof applicationMachine>, { label: () => string; tone: Tone }>> = {
  new: { label: m.careers_application_new, tone: 'info' },
  shortlisted: { label: m.careers_application_shortlisted, tone: 'good' },
  rejected: { label: m.careers_application_rejected, tone: 'done' },
  hired: { label: m.careers_application_hired, tone: 'good' },
};
export const applicationMoves: Readonly<Record<MoveOf<typeof applicationMachine>, () => string>> = {
  shortlist: m.careers_shortlist,
  reject: m.careers_reject,
  hire: m.careers_hire,
};
