import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { type AgreementKind, tenancyAgreementKinds } from '#contract/agreement/kinds.ts';
import { agreementWritingModeLabels } from '#contract/agreement/labels.ts';
import { canWriteAgreements } from '#contract/agreement/machine.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { AgreementRows } from './rows.tsx';

const open = ['draft', 'pending_signature', 'partially_signed'];

/** The agreements of one tenancy on its page, where its manager creates the next one. */
export function TenancyAgreements({ tenancyId, manages, leaves }: { tenancyId: number; manages: boolean; leaves: boolean }) {
  const { link, layout } = useDashboard();
  const go = useNavigate();
  const found = useCall(agreementCalls.list, { page: 1, page_size: 20, z_filter: { tenancy_id: tenancyId } });
  const create = useAction(agreementCalls.create, {
    said: ({ code }) => m.said_added({ name: code }),
    done: ({ id, code }) => go(link('agreement.detail', { id, code })),
  });
  const rows = found.data?.results ?? [];
  const free = tenancyAgreementKinds.filter((kind) => !rows.some((a) => a.kind === kind && open.includes(a.status)));
  // A tenant with a leaving day gets no renewal.
  const fits = free.filter((kind) => kind !== 'renewal' || !leaves);
  const offered = fits.filter((kind: AgreementKind) => kind !== 'lease' || !rows.some((a) => a.kind === 'lease' && a.status !== 'archived'));
  return (
    <Panel title={m.screens_agreement_list()} pad={false}>
      {!found.data && <LoadingState answer={found} rows={2} />}
      <PanelRows>
        {found.data && rows.length === 0 && <div className={classes.line}>{m.agreements_none_yet()}</div>}
        <AgreementRows rows={rows} to={({ id, code }) => link('agreement.detail', { id, code })} />
        {found.data && manages && canWriteAgreements(layout) && offered.length > 0 && (
          <div className={classes.line}>
            <div className={classes.acts}>
              {offered.map((kind) => (
                <Button
                  key={kind}
                  variant="default"
                  size="xs"
                  disabled={create.isPending}
                  onClick={() => create.mutate({ tenancy_id: tenancyId, kind })}
                >
                  {agreementWritingModeLabels[kind]()}
                </Button>
              ))}
            </div>
          </div>
        )}
      </PanelRows>
    </Panel>
  );
}
