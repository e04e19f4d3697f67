import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import type { propertyMachine } from '#contract/property/machine.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export type PropertyState = StateOf<typeof propertyMachine>;
export type PropertyMove = MoveOf<typeof propertyMachine>;

export const statusNames: Readonly<Record<PropertyState, { label: () => string; tone: Tone }>> = {
  draft: { label: m.property_status_draft, tone: 'neutral' },
  pending_verification: { label: m.property_status_pending, tone: 'wait' },
  verified: { label: m.property_status_verified, tone: 'good' },
  rejected: { label: m.property_status_rejected, tone: 'bad' },
  expired: { label: m.property_status_expired, tone: 'warn' },
};
