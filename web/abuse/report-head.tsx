import type { SubmittedAbuseReport } from '#contract/abuse/calls.ts';
import { abuseOutcomeLabels, abuseReasonLabels, abuseTargetLabels } from '#contract/abuse/labels.ts';
import { abuseMachine } from '#contract/abuse/machine.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

/** The subject and the status of a complaint, as either side reads them. */
export const AbuseReportHeader = ({ report }: { report: Pick<SubmittedAbuseReport, 'code' | 'target' | 'reason' | 'status' | 'outcome'> }) => (
  <DefinitionList
    items={[
      { label: abuseTargetLabels[report.target](), value: report.code },
      { label: m.abuse_reason(), value: abuseReasonLabels[report.reason]() },
      { label: m.abuse_status(), value: <StatusBadge set="request" value={abuseMachine.states[report.status] as number} /> },
      ...(report.outcome ? [{ label: m.abuse_outcome(), value: abuseOutcomeLabels[report.outcome]() }] : []),
    ]}
  />
);
