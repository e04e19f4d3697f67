import { Button, NativeSelect, Radio, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useParams } from 'react-router';
import { type AbuseReportDetails, abuseCalls } from '#contract/abuse/calls.ts';
import { type AbuseAction, type AbuseOutcome, abuseActions, abuseOutcomes } from '#contract/abuse/kinds.ts';
import { abuseActionLabels, abuseOutcomeLabels, abuseReasonLabels, abuseTargetLabels } from '#contract/abuse/labels.ts';
import { abuseMachine } from '#contract/abuse/machine.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList, FactStrip } from '#web/ui/dash/facts.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './abuse.module.css';
import { CompanyComplaintHistory, DecideAppealForm, ReportedPartyResponse } from './report-parties.tsx';

export default function AbuseReport() {
  const { id } = useParams();
  const report = useCall(abuseCalls.details, { id: parseAddressId(id) });
  useScreenTitle(report.data?.code);
  if (!report.data) return <LoadingState answer={report} rows={6} />;
  return <Loaded report={report.data} />;
}

function Loaded({ report }: { report: AbuseReportDetails }) {
  const { link } = useDashboard();
  const [open, setOpen] = useState<'assign' | 'close' | 'appeal' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader
        title={report.subject}
        crumbs={[{ label: m.abuse_title(), href: link('abuse.list') }, { label: report.code }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={[abuseTargetLabels[report.target](), report.company?.name].filter(Boolean).join(', ')}
        actions={
          <>
            {report.moves.includes('assign') && (
              <Button variant="default" onClick={() => setOpen('assign')}>
                {m.abuse_assign()}
              </Button>
            )}
            {report.moves.includes('close') && <Button onClick={() => setOpen('close')}>{m.abuse_close()}</Button>}
          </>
        }
      />
      <FactStrip
        items={[
          { label: m.abuse_status(), value: <StatusBadge set="request" value={abuseMachine.states[report.status] as number} /> },
          { label: m.abuse_reason(), value: abuseReasonLabels[report.reason]() },
          { label: m.abuse_due(), value: formatDateTime(report.due_at) },
          { label: m.abuse_handler(), value: report.handler?.name ?? m.abuse_nobody() },
        ]}
      />
      <div className={classes.cols}>
        <Stack gap={16}>
          <Panel title={m.abuse_said()}>
            <Text className={classes.said}>{report.body}</Text>
          </Panel>
          {report.outcome && (
            <Panel title={m.abuse_decided()}>
              <DefinitionList
                items={[
                  { label: m.abuse_outcome(), value: abuseOutcomeLabels[report.outcome]() },
                  { label: m.abuse_action(), value: abuseActionLabels[report.action]() },
                  { label: m.abuse_decision(), value: report.decision },
                  ...(report.decided_by ? [{ label: m.abuse_decided_by(), value: report.decided_by }] : []),
                ]}
              />
            </Panel>
          )}
          <ReportedPartyResponse report={report} decide={() => setOpen('appeal')} />
          <Others report={report} />
        </Stack>
        <Stack gap={16}>
          <About report={report} />
          <CompanyComplaintHistory report={report} />
        </Stack>
      </div>
      {open === 'assign' && <Assign report={report} close={close} />}
      {open === 'appeal' && <DecideAppealForm report={report} close={close} />}
      {open === 'close' && <Decide report={report} close={close} />}
    </>
  );
}

function About({ report }: { report: AbuseReportDetails }) {
  const { link } = useDashboard();
  const { listing, property } = report;
  return (
    <Panel title={m.abuse_subject()}>
      <DefinitionList
        items={[
          ...(listing
            ? [
                {
                  label: m.abuse_listing(),
                  value: <AppLink href={link('listing.detail', { id: listing.id, code: listing.code })}>{listing.title}</AppLink>,
                },
              ]
            : []),
          ...(property
            ? [
                {
                  label: m.abuse_property(),
                  value: <AppLink href={link('property.detail', { id: property.id, code: property.code })}>{property.name}</AppLink>,
                },
              ]
            : []),
          { label: m.abuse_reporter(), value: report.reporter?.name ?? m.abuse_stranger() },
          ...(report.reporter_contact ? [{ label: m.abuse_contact(), value: report.reporter_contact }] : []),
          { label: m.abuse_received(), value: formatDateTime(report.created_at) },
        ]}
      />
    </Panel>
  );
}

function Others({ report }: { report: AbuseReportDetails }) {
  const { link } = useDashboard();
  return (
    <Panel title={m.abuse_others()} pad={report.others.length === 0}>
      {report.others.length === 0 && <Text c="dimmed">{m.abuse_no_others()}</Text>}
      <PanelRows>
        {report.others.map((other) => (
          <AppLink key={other.id} className={classes.other} href={link('abuse.detail', { id: other.id, code: other.code })}>
            <span>{abuseReasonLabels[other.reason]()}</span>
            <StatusBadge set="request" value={abuseMachine.states[other.status] as number} />
          </AppLink>
        ))}
      </PanelRows>
    </Panel>
  );
}

type FormProps = { report: AbuseReportDetails; close: () => void };

function Assign({ report, close }: FormProps) {
  const { user } = useApp();
  const people = useCall(abuseCalls.listHandlers, { id: report.id });
  const form = useForm(abuseCalls.assign, {
    blank: { person_id: String(report.handler?.id ?? user?.id ?? '') },
    given: ({ person_id }) => ({ id: report.id, person_id: Number(person_id) }),
    said: ({ handler }) => m.said_report_given({ code: report.code, name: handler?.name ?? '' }),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.abuse_assign()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} label={m.abuse_assign()} busy={form.busy} />}
    >
      <NativeSelect
        label={m.abuse_assign_to()}
        {...form.text('person_id')}
        data={(people.data?.results ?? []).map((p) => ({
          value: String(p.id),
          label: String(p.id) === String(user?.id) ? `${p.name} (${m.abuse_assign_me()})` : p.name,
        }))}
      />
    </FormDrawer>
  );
}

function Decide({ report, close }: FormProps) {
  const form = useForm(abuseCalls.close, {
    blank: { outcome: 'upheld' as AbuseOutcome, action: 'none' as AbuseAction, decision: '' },
    given: ({ outcome, action, decision }) => ({ id: report.id, outcome, action: outcome === 'not_upheld' ? 'none' : action, decision }),
    touches: [listingCalls, propertyCalls],
    said: () => m.said_report_decided({ code: report.code }),
    done: close,
  });
  const { outcome, action } = form.values;
  const possible = abuseActions.filter((one) => one === 'none' || (one === 'pause' ? report.listing : report.property));
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.abuse_close_title({ code: report.code })}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} label={m.abuse_close()} busy={form.busy} />}
    >
      <Radio.Group
        label={m.abuse_outcome()}
        value={outcome}
        onChange={(value) => form.set('outcome', value as AbuseOutcome)}
        error={form.problems.outcome}
      >
        <Stack gap={10} mt={8}>
          {abuseOutcomes.map((one) => (
            <Radio key={one} value={one} label={abuseOutcomeLabels[one]()} />
          ))}
        </Stack>
      </Radio.Group>
      {outcome !== 'not_upheld' && (
        <Radio.Group
          label={m.abuse_action()}
          value={action}
          onChange={(value) => form.set('action', value as AbuseAction)}
          error={form.problems.action}
        >
          <Stack gap={10} mt={8}>
            {possible.map((one) => (
              <Radio key={one} value={one} label={abuseActionLabels[one]()} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Textarea {...form.text('decision')} label={m.abuse_decision()} description={m.abuse_decision_help()} autosize minRows={4} maxLength={4000} />
    </FormDrawer>
  );
}
