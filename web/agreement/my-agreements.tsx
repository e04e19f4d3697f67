import { agreementCalls } from '#contract/agreement/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ListFooter } from '#web/lists/list-footer.tsx';
import { type ListSort, useListState } from '#web/lists/list-state.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { AgreementRows } from './rows.tsx';

const names = ['waiting'] as const;
const newest: ListSort = { by: 'id', desc: true };

/** Agreements that the reader is to sign, or has signed. */
export default function MyAgreements() {
  const { link } = useDashboard();
  const list = useListState(names, newest);
  const waiting = list.filters.waiting === 'true';
  const found = useCall(agreementCalls.list, {
    page: list.page,
    page_size: list.pageSize,
    z_filter: { mine: 'true', ...(waiting ? { waiting: 'true' as const } : {}) },
  });
  if (!found.data) return <LoadingState answer={found} rows={5} />;
  const { results, count } = found.data;
  return (
    <>
      <PageHeader
        title={m.screens_agreement_mine()}
        sub={waiting ? <AppLink href={list.hrefWith({ waiting: null, page: null })}>{m.agreements_mine_all()}</AppLink> : m.agreements_mine_sub()}
      />
      {count === 0 ? (
        <StateBlock title={m.agreements_mine_empty()} text={m.agreements_mine_empty_text()} />
      ) : (
        <>
          <Panel pad={false}>
            <PanelRows>
              <AgreementRows rows={results} home to={({ id, code }) => link('agreement.own', { id, code })} />
            </PanelRows>
          </Panel>
          <ListFooter list={list} count={count} />
        </>
      )}
    </>
  );
}
