import type { MyReport } from '#contract/abuse/calls.ts';
import { abuseOutcomeNames, abuseReasonNames, abuseTargetNames } from '#contract/abuse/labels.ts';
import { abuseMachine } from '#contract/abuse/machine.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

/** The subject and the status of a complaint, as either side reads them. */
export const AbuseReportHeader = ({ report }: { report: Pick<MyReport, 'code' | 'target' | 'reason' | 'status' | 'outcome'> }) => (
  <DefinitionList
    items={[
      { label: abuseTargetNames[report.target](), value: report.code },
      { label: m.abuse_reason(), value: abuseReasonNames[report.reason]() },
      { label: m.abuse_status(), value: <StatusBadge set="request" value={abuseMachine.states[report.status] as number} /> },
      ...(report.outcome ? [{ label: m.abuse_outcome(), value: abuseOutcomeNames[report.outcome]() }] : []),
    ]}
  />
);
