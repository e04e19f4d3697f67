import { ActionIcon, Button, Menu, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type Mandate, mandateCalls } from '#contract/access/calls.ts';
import type { Permission } from '#contract/access/documents.ts';
import { allows } from '#contract/access/grants.ts';
import { useApp } from '#web/kernel/app.tsx';
import { useDash } from '#web/kernel/screen.ts';
import { useAct, useCall } from '#web/kernel/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { date } from '#web/ui/format.ts';
import { IconDots } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { MandateForm } from './mandate-form.tsx';
import { MandateTerms } from './mandate-terms.tsx';
import { Matrix } from './matrix.tsx';

/** What each agent company may do on the owner's properties. */
export default function AgentRoles() {
  const { link } = useDash();
  const { visitor } = useApp();
  const [params, setParams] = useSearchParams();
  const mandates = useCall(mandateCalls.mandates, { page: 1, page_size: 100 });
  const rows = mandates.data?.results ?? [];
  const chosen = rows.find((one) => String(one.id) === params.get('mandate')) ?? rows[0];
  const [form, setForm] = useState<'new' | 'edit' | null>(null);
  const give = allows(['agents', 'create'], visitor) && <Button onClick={() => setForm('new')}>{m.access_mandate_new()}</Button>;
  const invite = allows(['invites', 'create'], visitor) && (
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
      {mandates.isError && (
        <StateBlock
          kind="error"
          title={m.shell_not_loaded()}
          text=""
          action={<Button onClick={() => void mandates.refetch()}>{m.shell_try_again()}</Button>}
        />
      )}
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
  const start = new Set(mandate.grants);
  const [value, setValue] = useState<ReadonlySet<Permission>>(start);
  const [asked, setAsked] = useState(false);
  const update = useAct(mandateCalls.mandateUpdate);
  const end = useAct(mandateCalls.mandateEnd, { done: () => setAsked(false) });
  const changes = [...value].filter((p) => !start.has(p)).length + [...start].filter((p) => !value.has(p)).length;
  const mayEdit = allows(['agents', 'edit'], visitor);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        update.mutate({ id: mandate.id, grants: [...value] });
      }}
    >
      <div className={classes.bar}>
        <span className={classes.quiet}>{m.access_agents_since({ date: date(mandate.created_at) })}</span>
        {allows(['agents', 'delete'], visitor) && (
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" className={classes.tap} aria-label={m.shell_more()}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item color="red" className={classes.danger} onClick={() => setAsked(true)}>
                {m.access_agents_end()}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <Matrix value={value} grantable={new Set(mandate.grantable)} onChange={mayEdit ? setValue : undefined} />
      {changes > 0 && (
        <div className={classes.save} role="status">
          <span>{m.access_changes({ count: changes })}</span>
          <Button variant="default" onClick={() => setValue(start)}>
            {m.access_undo()}
          </Button>
          <Button type="submit" loading={update.isPending}>
            {m.access_save()}
          </Button>
        </div>
      )}
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
    </form>
  );
}
