import { Button, Radio, Stack, Text, Textarea } from '@mantine/core';
import { type AbuseReportDetails, abuseCalls } from '#contract/abuse/calls.ts';
import { type AbuseAppealOutcome, abuseAppealOutcomes } from '#contract/abuse/kinds.ts';
import { abuseOutcomeLabels } from '#contract/abuse/labels.ts';
import { abuseMachine } from '#contract/abuse/machine.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './abuse.module.css';

export const appealOutcomeNames: Readonly<Record<AbuseAppealOutcome, () => string>> = { kept: m.abuse_appeal_kept, lifted: m.abuse_appeal_lifted };

/** The answer and the appeal of the reported party, beside the complaint. */
export function ReportedPartyResponse({ report, decide }: { report: AbuseReportDetails; decide: () => void }) {
  return (
    <>
      <Panel title={m.abuse_their_answer()}>
        {report.answer ? <Text className={classes.said}>{report.answer}</Text> : <Text c="dimmed">{m.abuse_no_answer()}</Text>}
      </Panel>
      {report.appealed_at && (
        <Panel
          title={m.abuse_appealed()}
          right={
            report.may_decide_appeal && (
              <Button size="xs" onClick={decide}>
                {m.abuse_appeal_decide()}
              </Button>
            )
          }
        >
          <Text className={classes.said}>{report.appeal}</Text>
          <Text mt={10}>
            <b>{report.appeal_outcome ? appealOutcomeNames[report.appeal_outcome]() : m.abuse_appeal_waits()}</b>
          </Text>
          {report.appeal_decision && <Text className={classes.said}>{report.appeal_decision}</Text>}
        </Panel>
      )}
    </>
  );
}

/** Earlier complaints about the same company, as context for the decision. */
export function CompanyComplaintHistory({ report: { history } }: { report: AbuseReportDetails }) {
  const { link } = useDashboard();
  return (
    <Panel
      title={m.abuse_history()}
      pad={history.count === 0}
      right={history.count > 0 && m.abuse_history_sum({ count: history.count, upheld: history.upheld })}
    >
      {history.count === 0 && <Text c="dimmed">{m.abuse_history_none()}</Text>}
      <PanelRows>
        {history.results.map((one) => (
          <AppLink key={one.id} className={classes.other} href={link('abuse.detail', { id: one.id, code: one.code })}>
            <span>{one.outcome ? `${one.subject}: ${abuseOutcomeLabels[one.outcome]()}` : one.subject}</span>
            <StatusBadge set="request" value={abuseMachine.states[one.status] as number} />
          </AppLink>
        ))}
      </PanelRows>
    </Panel>
  );
}

export function DecideAppealForm({ report, close }: { report: AbuseReportDetails; close: () => void }) {
  const form = useForm(abuseCalls.decideAppeal, {
    blank: { appeal_outcome: 'kept' as AbuseAppealOutcome, appeal_decision: '' },
    given: (values) => ({ id: report.id, ...values }),
    touches: [propertyCalls],
    said: () => m.said_appeal_decided({ code: report.code }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.abuse_appeal_decide()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} label={m.abuse_appeal_decide()} busy={form.busy} />}
    >
      <Radio.Group
        label={m.abuse_outcome()}
        value={form.values.appeal_outcome}
        onChange={(value) => form.set('appeal_outcome', value as AbuseAppealOutcome)}
        error={form.problems.appeal_outcome}
      >
        <Stack gap={10} mt={8}>
          {abuseAppealOutcomes.map((one) => (
            <Radio key={one} value={one} label={appealOutcomeNames[one]()} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea {...form.text('appeal_decision')} label={m.abuse_decision()} autosize minRows={4} maxLength={4000} />
    </FormDrawer>
  );
}
