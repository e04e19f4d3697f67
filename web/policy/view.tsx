import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { href } from '#contract/kernel/screen.ts';
import { type PolicyDetails, policyCalls } from '#contract/policy/calls.ts';
import { policyKindLabels } from '#contract/policy/labels.ts';
import { policyPublicScreens } from '#contract/policy/public.ts';
import { AuditHistory } from '#web/audit/history.tsx';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { getRoleName } from '#web/layout/role-names.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { IconCheck, IconExternalLink, IconPencil, IconTrash } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { ProseHtml } from '#web/ui/public/prose.tsx';
import { m } from '#words/messages.js';
import { PolicyEditor } from './editor.tsx';
import { PolicyStatusBadge } from './list.tsx';
import { NextVersionPanel } from './next-version.tsx';
import classes from './policy.module.css';
import { PolicyVersions } from './versions.tsx';
import { policyMoveTexts } from './words.ts';

export function PolicyView({ id }: { id: number }) {
  const [params, setParams] = useSearchParams();
  const policy = useCall(policyCalls.details, { id });
  useScreenTitle(policy.data?.title);
  if (!policy.data) return <LoadingState answer={policy} />;
  if (params.has('edit')) return <PolicyEditor policy={policy.data} />;
  return <Loaded policy={policy.data} edit={() => setParams({ edit: '1' })} />;
}

type Asked = PolicyDetails['moves'][number] | 'delete';

function Loaded({ policy, edit }: { policy: PolicyDetails; edit: () => void }) {
  const { visitor } = useApp();
  const { link } = useDashboard();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [params, setParams] = useSearchParams();
  const mayEdit = isAllowed(['policies', 'edit'], visitor);
  const mayDelete = isAllowed(['policies', 'delete'], visitor);
  const [first, ...rest] = policy.moves;
  const wanted = params.get('tab') ?? 'text';
  const tab = wanted === 'next' && !policy.next ? 'text' : wanted;
  return (
    <>
      <PageHeader
        title={policy.title}
        crumbs={[{ label: m.policy_title(), href: link('policy.list') }, { label: policy.slug }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<PolicyStatusBadge status={policy.status} />}
        sub={policy.title_sw}
        actions={
          <>
            {mayEdit && (
              <Button variant={first === 'publish' ? 'default' : 'filled'} leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
                {m.shell_edit()}
              </Button>
            )}
            {first === 'publish' && <Button onClick={() => setAsked('publish')}>{policyMoveTexts.publish.verb()}</Button>}
            <MoreMenu
              label={m.shell_more()}
              items={[
                policy.status === 'published' && {
                  label: m.policy_open_public(),
                  icon: IconExternalLink,
                  href: href(policyPublicScreens.read, { id: policy.id, slug: policy.slug }),
                },
                mayEdit &&
                  policy.status === 'published' && {
                    label: m.policy_consents_open(),
                    icon: IconCheck,
                    href: `${link('policy.list')}?tab=consents&policy_id=${policy.id}`,
                  },
                ...(first === 'publish' ? rest : policy.moves).map((name) => ({
                  label: policyMoveTexts[name].verb(),
                  onClick: () => setAsked(name),
                })),
                mayDelete && { label: m.policy_delete(), icon: IconTrash, danger: true, onClick: () => setAsked('delete') },
              ]}
            />
          </>
        }
      />
      <FactStrip
        items={[
          { label: m.policy_field_for(), value: getRoleName(policy.user_type) },
          { label: m.policy_field_kind(), value: policyKindLabels[policy.kind]() },
          { label: m.policy_column_version(), value: policy.version },
          { label: m.policy_field_effective_from(), value: formatDate(policy.effective_from) },
          { label: m.policy_field_requires_consent(), value: policy.requires_consent ? m.policy_consent_yes() : m.policy_consent_no() },
          { label: m.policy_column_updated(), value: <span title={formatDateTime(policy.updated_at)}>{formatDate(policy.updated_at)}</span> },
        ]}
      />
      {policy.announced && (
        <Note className={classes.announced ?? ''}>
          {m.policy_announced({ version: policy.announced.version, date: formatDate(policy.announced.effective_from) })}
        </Note>
      )}
      <Tabs mt={18} value={tab} onChange={(tab) => setParams(tab && tab !== 'text' ? { tab } : {}, { replace: true })}>
        <Tabs.List mb={16}>
          <Tabs.Tab value="text">{m.policy_tab_text()}</Tabs.Tab>
          {policy.body_sw !== '' && <Tabs.Tab value="sw">{m.shell_language_kiswahili()}</Tabs.Tab>}
          {policy.next && <Tabs.Tab value="next">{m.policy_tab_next()}</Tabs.Tab>}
          <Tabs.Tab value="versions">{m.policy_tab_versions()}</Tabs.Tab>
          <Tabs.Tab value="history">{m.audit_history()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text">
          <Panel>
            <ProseHtml html={policy.body} />
          </Panel>
        </Tabs.Panel>
        <Tabs.Panel value="sw" lang="sw">
          <Panel>
            <ProseHtml html={policy.body_sw} />
          </Panel>
        </Tabs.Panel>
        {policy.next && (
          <Tabs.Panel value="next">
            <NextVersionPanel policy={policy} next={policy.next} edit={edit} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="versions">
          <PolicyVersions policy={policy} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <AuditHistory document="policies" record={policy.id} />
        </Tabs.Panel>
      </Tabs>
      <Ask policy={policy} asked={asked} close={() => setAsked(null)} />
    </>
  );
}

/** Every state change and the deletion ask for confirmation and explain the effect. */
function Ask({ policy, asked, close }: { policy: PolicyDetails; asked: Asked | null; close: () => void }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const params = useParams();
  const move = useAction(policyCalls.move, { done: close });
  const remove = useAction(policyCalls.remove, { done: () => navigate(link('policy.list')) });
  // The last question stays readable while the dialog fades out.
  const [shown, setShown] = useState<Asked>('publish');
  if (asked && asked !== shown) setShown(asked);
  const deleting = shown === 'delete';
  const words = deleting ? null : policyMoveTexts[shown];
  return (
    <ConfirmModal
      key={params.id ?? ''}
      opened={asked !== null}
      onClose={close}
      title={words ? words.asks({ title: policy.title }) : m.policy_delete_title({ title: policy.title })}
      confirmLabel={words ? words.verb() : m.policy_delete()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={deleting}
      loading={move.isPending || remove.isPending}
      onConfirm={() => (deleting ? remove.mutate({ id: policy.id }) : move.mutate({ id: policy.id, move: shown }))}
    >
      {words ? words.tells({ date: formatDate(policy.effective_from) }) : m.policy_delete_text()}
      {shown === 'publish' && policy.requires_consent && ` ${m.policy_publish_consent()}`}
    </ConfirmModal>
  );
}
