import { Button } from '@mantine/core';
import { useState } from 'react';
import { abuseCalls, type SubmittedAbuseReport } from '#contract/abuse/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { AbuseReportHeader } from './report-head.tsx';

const newest: ListSort = { by: 'id', desc: true };
const none = [] as const;

/** The user's own complaints with their status and the action to withdraw them. */
export default function MyAbuseReports() {
  const { locale } = useApp();
  const list = useListState(none, newest);
  const [asked, setAsked] = useState<SubmittedAbuseReport | null>(null);
  const found = useCall(abuseCalls.listOwn, { page: list.page, page_size: list.pageSize });
  const revoke = useAction(abuseCalls.revoke, { said: () => m.said_report_withdrawn({ code: asked?.code ?? '' }), done: () => setAsked(null) });
  if (!found.data) return <LoadingState answer={found} rows={4} />;
  const { results, count } = found.data;
  return (
    <>
      <PageHeader title={m.screens_abuse_mine()} sub={m.abuse_mine_text()} />
      {count === 0 && <StateBlock title={m.abuse_mine_empty()} text={m.abuse_mine_empty_text()} />}
      {results.map((report) => (
        <Panel key={report.id} title={report.subject} right={<span>{formatDate(report.created_at, locale)}</span>}>
          <AbuseReportHeader report={report} />
          <p>{report.body}</p>
          {report.may_revoke && (
            <Button variant="default" size="xs" onClick={() => setAsked(report)} aria-label={`${m.abuse_revoke()}: ${report.code}`}>
              {m.abuse_revoke()}
            </Button>
          )}
        </Panel>
      ))}
      {count > 0 && <ListFooter list={list} count={count} />}
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={m.abuse_revoke_title({ code: asked?.code ?? '' })}
        confirmLabel={m.abuse_revoke()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        loading={revoke.isPending}
        onConfirm={() => asked && revoke.mutate({ id: asked.id })}
      >
        {m.abuse_revoke_text()}
      </ConfirmModal>
    </>
  );
}
