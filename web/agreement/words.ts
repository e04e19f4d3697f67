import type { TrailName } from '#contract/agreement/kinds.ts';
import { partyLabels } from '#contract/agreement/labels.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { AgreementFull, AgreementHead } from '#contract/agreement/shapes.ts';
import { toned } from '#web/ui/status.tsx';

export type Status = AgreementHead['status'];
export type Move = AgreementFull['moves'][number];
/** The number the table of states knows a state by. */
export const numberOf = (status: Status): number => agreementMachine.states[status] as number;

export const partyNames = toned(partyLabels, {
  waiting: 'neutral',
  sent: 'wait',
  viewed: 'info',
  signed: 'good',
  rejected: 'bad',
  expired: 'warn',
  void: 'neutral',
});

/** What happened, whose words are a person's; the hash of a paper is not. */
export const trailSays: ReadonlySet<TrailName> = new Set(['rejected', 'voided', 'number_changed']);
