import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import { propertyStatusLabels } from '#contract/property/labels.ts';
import type { propertyMachine } from '#contract/property/machine.ts';
import { addTones } from '#web/ui/status.tsx';

export type PropertyState = StateOf<typeof propertyMachine>;
export type PropertyMove = MoveOf<typeof propertyMachine>;

export const propertyStatusNames = addTones(propertyStatusLabels, {
  draft: 'neutral',
  pending_verification: 'wait',
  verified: 'good',
  rejected: 'bad',
  expired: 'warn',
});
