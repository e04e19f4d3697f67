import { Button, Tabs } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { invitationCalls } from '#contract/invitation/calls.ts';
import { canInvite } from '#contract/invitation/kinds.ts';
import { type TenantDetails, tenantCalls } from '#contract/tenant/calls.ts';
import { AuditHistory } from '#web/audit/history.tsx';
import { parseAddressId } from '#web/client/address-id.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { formatDate, phone } from '#web/ui/format.ts';
import { IconBrandWhatsapp, IconMail, IconPencil, IconPhone } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { CorrectTenantForm } from './form.tsx';
import { type MergeTargetTenant, MergeTenantsDialog } from './merge.tsx';
import { TenantNotes } from './notes.tsx';
import { TenantBookings, TenantCorrections, TenantDocuments, TenantTenancies } from './panels.tsx';
import { TenantTags } from './parts.tsx';
import classes from './tenant.module.css';

/** One tenant record: identity, contacts, current and past tenancies, and the company's notes. */
export default function TenantDetail() {
  const { id } = useParams();
  const found = useCall(tenantCalls.details, { id: parseAddressId(id) });
  useScreenTitle(found.data?.name);
  if (!found.data) return <LoadingState answer={found} />;
  return <Loaded key={found.data.id} tenant={found.data} />;
}

type Wanted = 'edit' | 'merge' | 'invite' | null;

function Loaded({ tenant }: { tenant: TenantDetails }) {
  const { visitor, user } = useApp();
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [wanted, want] = useState<Wanted>(null);
  const [twin, setTwin] = useState<MergeTargetTenant | null>(null);
  const close = () => {
    want(null);
    setTwin(null);
  };
  const openMerged = ({ id, code }: TenantDetails) => navigate(link('tenant.detail', { id, code }), { replace: true });
  const mayAsk =
    tenant.may.edit &&
    !tenant.has_account &&
    isAllowed(['invites', 'create'], visitor) &&
    canInvite('tenant', { ...visitor, hasCompany: Boolean(user?.company) });
  return (
    <>
      <PageHeader
        title={tenant.name}
        crumbs={[{ label: m.tenant_title(), href: link('tenant.list') }, { label: tenant.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<StatusBadge set="tenant" value={tenant.status} />}
        sub={tenant.home ? `${tenant.home.property}, ${tenant.home.name}` : undefined}
        actions={
          <>
            {tenant.may.edit && (
              <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => want('edit')}>
                {m.tenant_correct()}
              </Button>
            )}
            {mayAsk && <Button onClick={() => want('invite')}>{m.tenant_invite()}</Button>}
            <MoreMenu label={m.shell_more()} items={[tenant.may.edit && { label: m.tenant_merge(), danger: true, onClick: () => want('merge') }]} />
          </>
        }
      />
      <div className={classes.strip}>
        <FactStrip
          items={[
            { label: m.tenant_column_since(), value: formatDate(tenant.known_since) },
            { label: m.tenant_field_phone(), value: tenant.phone ? phone(tenant.phone) : m.tenant_none() },
            { label: m.tenant_field_email(), value: tenant.email ?? m.tenant_none() },
            { label: m.tenant_account(), value: tenant.has_account ? m.tenant_account_yes() : m.tenant_account_no() },
            { label: m.tenant_tags(), value: tenant.tags.length > 0 ? <TenantTags of={tenant.tags} /> : m.tenant_none() },
          ]}
        />
      </div>
      {tenant.same_number.map((one) => (
        <Note
          key={one.id}
          tone="guard"
          className={classes.strip ?? ''}
          action={
            tenant.may.edit && (
              <Button
                variant="default"
                onClick={() => {
                  setTwin(one);
                  want('merge');
                }}
              >
                {m.tenant_same_number_merge({ name: one.name })}
              </Button>
            )
          }
        >
          {m.tenant_same_number({ name: one.name })}
        </Note>
      ))}
      <Reach tenant={tenant} />
      <Tabs
        mt={18}
        value={params.get('tab') ?? 'overview'}
        onChange={(tab) => setParams(tab && tab !== 'overview' ? { tab } : {}, { replace: true })}
      >
        <Tabs.List mb={16}>
          <Tabs.Tab value="overview">{m.tenant_tab_overview()}</Tabs.Tab>
          <Tabs.Tab value="history">{m.audit_history()}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="overview">
          <div className={classes.cols}>
            <div className={classes.stack}>
              <TenantTenancies of={tenant} />
              <TenantBookings of={tenant} />
              <TenantCorrections of={tenant} />
              <TenantDocuments of={tenant} />
            </div>
            <div className={classes.stack}>{tenant.may.note && <TenantNotes tenantId={tenant.id} />}</div>
          </div>
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <AuditHistory document="tenants" record={tenant.id} />
        </Tabs.Panel>
      </Tabs>
      {wanted === 'edit' && <CorrectTenantForm tenant={tenant} close={close} />}
      {wanted === 'merge' && <MergeTenantsDialog tenant={tenant} first={twin} close={close} done={openMerged} />}
      {wanted === 'invite' && <Invite tenant={tenant} close={close} />}
    </>
  );
}

const Reach = ({ tenant: { phone: number, email } }: { tenant: TenantDetails }) => (
  <div className={classes.reach}>
    {number && (
      <>
        <Button component="a" href={`tel:${number}`} variant="default" leftSection={<IconPhone size={16} aria-hidden />}>
          {phone(number)}
        </Button>
        <Button
          component="a"
          href={`https://wa.me/${number.replace('+', '')}`}
          target="_blank"
          rel="noopener noreferrer"
          variant="default"
          leftSection={<IconBrandWhatsapp size={16} aria-hidden />}
        >
          WhatsApp
        </Button>
      </>
    )}
    {email && (
      <Button component="a" href={`mailto:${email}`} variant="default" leftSection={<IconMail size={16} aria-hidden />}>
        {email}
      </Button>
    )}
  </div>
);

/** Invites the tenant to open an account, so that they see their home, documents and payments. The invitation goes to the contact data on record. */
function Invite({ tenant, close }: { tenant: TenantDetails; close: () => void }) {
  const { locale } = useApp();
  const act = useAction(invitationCalls.send, {
    inPlace: true,
    touches: [tenantCalls],
    said: () => m.tenant_said_invited({ name: tenant.name }),
    done: close,
  });
  const to = { ...(tenant.email ? { email: tenant.email } : {}), ...(tenant.phone ? { phone: tenant.phone } : {}) };
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.tenant_invite_title({ name: tenant.name })}
      confirmLabel={m.tenant_invite()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ kind: 'tenant', locale, ...to })}
    >
      {m.tenant_invite_text({ to: [tenant.phone && phone(tenant.phone), tenant.email].filter(Boolean).join(', ') })}
    </ConfirmModal>
  );
}
