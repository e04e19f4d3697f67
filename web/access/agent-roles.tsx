import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type Mandate, mandateCalls } from '#contract/access/mandate-calls.ts';
import { agentsCalls } from '#contract/agents/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { MandateForm } from './mandate-form.tsx';
import { MandateTerms } from './mandate-terms.tsx';
import { PermissionMatrixForm, toGrantedPermissions, toGrants } from './matrix-form.tsx';

/** What each agent company may do on the owner's properties. */
export default function AgentRoles() {
  const { link } = useDashboard();
  const { visitor } = useApp();
  const [params, setParams] = useSearchParams();
  const mandates = useCall(mandateCalls.listMandates, { page: 1, page_size: 100 });
  const rows = mandates.data?.results ?? [];
  const chosen = rows.find((one) => String(one.id) === params.get('mandate')) ?? rows[0];
  const [form, setForm] = useState<'new' | 'edit' | null>(null);
  const give = isAllowed(['agents', 'create'], visitor) && <Button onClick={() => setForm('new')}>{m.access_mandate_new()}</Button>;
  const invite = isAllowed(['invites', 'create'], visitor) && (
    <Button component={Link} to={`${link('invitation.list')}?new=agent`} variant="default">
      {m.access_agents_invite()}
    </Button>
  );
  if (mandates.isPending) return <RowsLoading rows={8} label={m.shell_loading()} />;
  return (
    <>
      <PageHeader
        title={m.access_agents()}
        sub={m.access_agents_text()}
        actions={
          <>
            {chosen && invite}
            {give}
          </>
        }
      />
      {mandates.isError && <LoadingState answer={mandates} />}
      {!mandates.isError && !chosen && <StateBlock title={m.access_agents_none()} text={m.access_agents_none_text()} action={invite || undefined} />}
      {chosen && (
        <div className={classes.stack}>
          <NativeSelect
            className={classes.choose}
            label={m.access_agents_choose()}
            data={rows.map((one) => ({ value: String(one.id), label: one.agent.name }))}
            value={String(chosen.id)}
            onChange={(e) => setParams({ mandate: e.currentTarget.value }, { replace: true })}
          />
          <Panel
            title={m.access_mandate_terms()}
            right={
              chosen.may.edit ? (
                <Button variant="default" size="compact-sm" onClick={() => setForm('edit')}>
                  {m.shell_edit()}
                </Button>
              ) : undefined
            }
          >
            <MandateTerms mandate={chosen} />
          </Panel>
          <One key={`${chosen.id} ${chosen.updated_at}`} mandate={chosen} />
        </div>
      )}
      {form && (
        <MandateForm
          mandate={form === 'edit' && chosen ? chosen : null}
          close={() => setForm(null)}
          made={(id) => setParams({ mandate: String(id) }, { replace: true })}
        />
      )}
    </>
  );
}

function One({ mandate }: { mandate: Mandate }) {
  const { visitor } = useApp();
  const [asked, setAsked] = useState(false);
  const form = useForm(mandateCalls.mandateUpdate, {
    saved: mandate,
    from: toGrantedPermissions,
    given: (granted) => ({ id: mandate.id, grants: toGrants(granted) }),
    stays: true,
    said: () => m.said_may({ name: mandate.agent.name }),
  });
  const end = useAction(mandateCalls.mandateEnd, {
    touches: [agentsCalls, propertyCalls],
    said: () => m.said_mandate_ended({ name: mandate.agent.name }),
    done: () => setAsked(false),
  });
  return (
    <>
      <div className={classes.bar}>
        <span className={classes.quiet}>{m.access_agents_since({ date: formatDate(mandate.created_at) })}</span>
        <MoreMenu
          label={m.shell_more()}
          items={[isAllowed(['agents', 'delete'], visitor) && { label: m.access_agents_end(), danger: true, onClick: () => setAsked(true) }]}
        />
      </div>
      <PermissionMatrixForm form={form} grantable={mandate.grantable} mayEdit={isAllowed(['agents', 'edit'], visitor)} />
      <ConfirmModal
        opened={asked}
        onClose={() => setAsked(false)}
        title={m.access_agents_end_title({ name: mandate.agent.name })}
        confirmLabel={m.access_agents_end()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        loading={end.isPending}
        onConfirm={() => end.mutate({ id: mandate.id })}
      >
        {m.access_agents_end_text()}
      </ConfirmModal>
    </>
  );
}
