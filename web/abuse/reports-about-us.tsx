import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { abuseCalls, type ReceivedAbuseReport } from '#contract/abuse/calls.ts';
import { abuseActionLabels } from '#contract/abuse/labels.ts';
import { useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { AbuseReportHeader } from './report-head.tsx';
import { appealOutcomeNames } from './report-parties.tsx';

const newest: ListSort = { by: 'id', desc: true };
const none = [] as const;
type Says = { readonly report: ReceivedAbuseReport; readonly what: 'answer' | 'appeal' };

/** Complaints about the user's company: they answer before the decision and may appeal once after it. */
export default function AbuseReportsAboutUs() {
  const { locale } = useApp();
  const list = useListState(none, newest);
  const [says, setSays] = useState<Says | null>(null);
  const found = useCall(abuseCalls.listAgainstCompany, { page: list.page, page_size: list.pageSize });
  if (!found.data) return <LoadingState answer={found} rows={4} />;
  const { results, count } = found.data;
  return (
    <>
      <PageHeader title={m.screens_abuse_against()} sub={m.abuse_against_text()} />
      {count === 0 && <StateBlock title={m.abuse_against_empty()} text={m.abuse_against_empty_text()} />}
      {results.map((report) => (
        <Panel key={report.id} title={report.subject} right={<span>{formatDate(report.created_at, locale)}</span>}>
          <AbuseReportHeader report={report} />
          <Said report={report} />
          {report.may_answer && (
            <Button size="xs" onClick={() => setSays({ report, what: 'answer' })} aria-label={`${m.abuse_answer()}: ${report.code}`}>
              {m.abuse_answer()}
            </Button>
          )}
          {report.may_appeal && (
            <Button size="xs" onClick={() => setSays({ report, what: 'appeal' })} aria-label={`${m.abuse_appeal()}: ${report.code}`}>
              {m.abuse_appeal()}
            </Button>
          )}
        </Panel>
      ))}
      {count > 0 && <ListFooter list={list} count={count} />}
      {says?.what === 'answer' && <Answer report={says.report} close={() => setSays(null)} />}
      {says?.what === 'appeal' && <Appeal report={says.report} close={() => setSays(null)} />}
    </>
  );
}

/** The answer, decision and appeal, as far as they exist. */
function Said({ report }: { report: ReceivedAbuseReport }) {
  const items = [
    report.answer && { label: m.abuse_answered(), value: report.answer },
    report.outcome && { label: m.abuse_action(), value: abuseActionLabels[report.action]() },
    report.decision && { label: m.abuse_decision(), value: report.decision },
    report.appeal && { label: m.abuse_appealed(), value: report.appeal },
    report.appeal && {
      label: m.abuse_decided(),
      value: report.appeal_outcome ? appealOutcomeNames[report.appeal_outcome]() : m.abuse_appeal_waits(),
    },
    report.appeal_decision && { label: m.abuse_decision(), value: report.appeal_decision },
  ].filter((one) => typeof one === 'object' && one !== null);
  return items.length > 0 ? <DefinitionList items={items} /> : null;
}

type FormProps = { report: ReceivedAbuseReport; close: () => void };
const drawer = (close: () => void) => ({ opened: true, onClose: close, closeLabel: m.shell_close() });

function Answer({ report, close }: FormProps) {
  const form = useForm(abuseCalls.answer, {
    blank: { answer: '' },
    given: ({ answer }) => ({ id: report.id, answer }),
    said: () => m.said_report_answered({ code: report.code }),
    done: close,
  });
  return (
    <FormDrawer
      {...drawer(close)}
      title={m.abuse_answer_title({ code: report.code })}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} label={m.abuse_answer()} busy={form.busy} />}
    >
      <Textarea {...form.text('answer')} label={m.abuse_answered()} description={m.abuse_answer_help()} autosize minRows={5} maxLength={4000} />
    </FormDrawer>
  );
}

function Appeal({ report, close }: FormProps) {
  const form = useForm(abuseCalls.appeal, {
    blank: { appeal: '' },
    given: ({ appeal }) => ({ id: report.id, appeal }),
    said: () => m.said_report_appealed({ code: report.code }),
    done: close,
  });
  return (
    <FormDrawer
      {...drawer(close)}
      title={m.abuse_appeal_title({ code: report.code })}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} label={m.abuse_appeal()} busy={form.busy} />}
    >
      <Textarea {...form.text('appeal')} label={m.abuse_appealed()} description={m.abuse_appeal_help()} autosize minRows={5} maxLength={4000} />
    </FormDrawer>
  );
}
