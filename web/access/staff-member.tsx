import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { permissionDocumentLabels } from '#contract/access/labels.ts';
import { type StaffDetails, staffCalls } from '#contract/access/people-calls.ts';
import { type AuditChangeKind, auditChangeKinds, auditChangeLabels } from '#contract/constants.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { DefinitionList, FactStrip } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate, formatDateTime, phone } from '#web/ui/format.ts';
import { IconPencil } from '#web/ui/icons.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { StaffActiveBadge } from './staff.tsx';
import { ChangeRoleForm, EditStaffForm } from './staff-forms.tsx';

export default function StaffMember() {
  const { id, code } = useParams();
  const staff = useCall(staffCalls.staffDetails, { id: parseAddressId(id), ...(code ? { code } : {}) });
  useScreenTitle(staff.data?.name);
  if (!staff.data) return <LoadingState answer={staff} />;
  return <Loaded staff={staff.data} />;
}

const kindLabel = (kind: number) =>
  auditChangeLabels[(Object.keys(auditChangeKinds) as AuditChangeKind[]).find((name) => auditChangeKinds[name] === kind) ?? 'undefined'];
const documentLabel = (document: string) =>
  document in permissionDocumentLabels ? permissionDocumentLabels[document as keyof typeof permissionDocumentLabels]() : document;

function Loaded({ staff }: { staff: StaffDetails }) {
  const { user } = useApp();
  const { link } = useDashboard();
  const [open, setOpen] = useState<'edit' | 'role' | 'active' | 'remove' | null>(null);
  const close = () => setOpen(null);
  const { may } = staff;
  return (
    <>
      <PageHeader
        title={staff.name}
        crumbs={[{ label: m.access_staff(), href: link('access.staff') }, { label: staff.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<StaffActiveBadge is={staff.is_active} />}
        sub={staff.job_title}
        actions={
          (may.edit || may.remove) && (
            <>
              {may.edit && (
                <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
                  {m.access_staff_edit()}
                </Button>
              )}
              {may.role && <Button onClick={() => setOpen('role')}>{m.access_staff_role_change()}</Button>}
              <MoreMenu
                label={m.shell_more()}
                items={[
                  may.edit && { label: staff.is_active ? m.access_staff_deactivate() : m.access_staff_activate(), onClick: () => setOpen('active') },
                  may.remove && { label: m.access_staff_remove(), danger: true, onClick: () => setOpen('remove') },
                ]}
              />
            </>
          )
        }
      />
      {staff.id === user?.id && <Note className={classes.below ?? ''}>{m.access_staff_self()}</Note>}
      <div className={classes.below}>
        <FactStrip
          items={[
            { label: m.access_column_role(), value: staff.role?.name ?? m.access_staff_no_role() },
            { label: m.access_staff_teams(), value: staff.teams.map((t) => t.name).join(', ') || m.access_staff_none() },
            { label: m.access_staff_starts(), value: staff.starts_on ? formatDate(staff.starts_on) : formatDate(staff.created_at) },
            { label: m.access_staff_ends(), value: staff.ends_on ? formatDate(staff.ends_on) : m.access_staff_no_end() },
            { label: m.access_staff_seen(), value: staff.last_sign_in ? formatDateTime(staff.last_sign_in) : m.access_staff_never() },
            { label: m.access_staff_code(), value: staff.code },
          ]}
        />
      </div>
      <div className={classes.main}>
        <Panel title={m.access_staff_activity()} pad={staff.activity.length === 0}>
          {staff.activity.length === 0 ? (
            m.access_staff_activity_none()
          ) : (
            <PanelRows>
              {staff.activity.map((a) => (
                <div key={a.id}>
                  <div className={classes.row}>
                    <div>
                      <b>{`${kindLabel(a.kind)}: ${documentLabel(a.document)} ${a.code ?? ''}`}</b>
                      <small className={classes.quiet}>{a.fields.join(', ')}</small>
                    </div>
                    <small className={classes.quiet}>{formatDateTime(a.at)}</small>
                  </div>
                </div>
              ))}
            </PanelRows>
          )}
        </Panel>
        <Panel title={m.access_staff_about()}>
          <DefinitionList
            items={[
              ...(staff.email ? [{ label: m.access_staff_email(), value: <a href={`mailto:${staff.email}`}>{staff.email}</a> }] : []),
              { label: m.access_staff_phone(), value: staff.phone ? <a href={`tel:${staff.phone}`}>{phone(staff.phone)}</a> : m.access_staff_none() },
              { label: m.access_staff_company(), value: staff.company },
            ]}
          />
        </Panel>
      </div>
      {open === 'edit' && <EditStaffForm staff={staff} close={close} />}
      {open === 'role' && <ChangeRoleForm staff={staff} close={close} />}
      <Ask staff={staff} asked={open === 'active' || open === 'remove' ? open : null} close={close} />
    </>
  );
}

function Ask({ staff, asked, close }: { staff: StaffDetails; asked: 'active' | 'remove' | null; close: () => void }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const { name, is_active } = staff;
  const [reason, setReason] = useState('');
  const toggle = useAction(staffCalls.staffActive, { done: close });
  const remove = useAction(staffCalls.staffRemove, { touches: [propertyCalls], done: () => navigate(link('access.staff')) });
  const removing = asked === 'remove';
  return (
    <ConfirmModal
      opened={asked !== null}
      onClose={close}
      title={
        removing
          ? m.access_staff_remove_title({ name })
          : is_active
            ? m.access_staff_deactivate_title({ name })
            : m.access_staff_activate_title({ name })
      }
      confirmLabel={removing ? m.access_staff_remove() : is_active ? m.access_staff_deactivate() : m.access_staff_activate()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={removing || is_active}
      loading={toggle.isPending || remove.isPending}
      ready={removing || !is_active || reason.trim().length >= 3}
      onConfirm={() =>
        removing
          ? remove.mutate({ id: staff.id })
          : toggle.mutate({ id: staff.id, is_active: !is_active, ...(is_active ? { reason: reason.trim() } : {}) })
      }
    >
      {removing ? m.access_staff_remove_text() : is_active ? m.access_staff_deactivate_text() : m.access_staff_activate_text()}
      {!removing && is_active && (
        <Textarea
          mt={12}
          label={m.people_reason()}
          description={m.people_reason_help()}
          value={reason}
          onChange={(e) => setReason(e.currentTarget.value)}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
      )}
    </ConfirmModal>
  );
}
