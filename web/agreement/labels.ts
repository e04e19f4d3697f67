import type { AgreementTrailEvent } from '#contract/agreement/kinds.ts';
import { partyStatusLabels } from '#contract/agreement/labels.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import type { AgreementDetails, AgreementSummary } from '#contract/agreement/shapes.ts';
import { addTones } from '#web/ui/status.tsx';

export type AgreementStatus = AgreementSummary['status'];
export type AgreementMove = AgreementDetails['moves'][number];
/** The number of a state in the table of states. */
export const getAgreementStatusNumber = (status: AgreementStatus): number => agreementMachine.states[status] as number;

export const partyStatusNames = addTones(partyStatusLabels, {
  waiting: 'neutral',
  sent: 'wait',
  viewed: 'info',
  signed: 'good',
  rejected: 'bad',
  expired: 'warn',
  void: 'neutral',
});

/** Events of the trail whose text was written by a person; the hash of a document is not. */
export const trailEventsWithUserText: ReadonlySet<AgreementTrailEvent> = new Set(['rejected', 'voided', 'number_changed']);
