import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { type TeamDetails, teamCalls } from '#contract/access/people-calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { FactStrip } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconPencil, IconTrash } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { StaffActiveBadge } from './staff.tsx';
import { TeamForm } from './team-form.tsx';
import { formatWorkScope } from './words.ts';

export default function TeamEditor() {
  const { id, code } = useParams();
  const team = useCall(teamCalls.teamDetails, { id: parseAddressId(id), ...(code ? { code } : {}) });
  useScreenTitle(team.data?.name);
  if (!team.data) return <LoadingState answer={team} rows={6} />;
  return <Loaded team={team.data} />;
}

function Loaded({ team }: { team: TeamDetails }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const remove = useAction(teamCalls.teamDelete, {
    touches: [propertyCalls],
    said: () => m.said_deleted({ name: team.name }),
    done: () => navigate(link('access.teams')),
  });
  return (
    <>
      <PageHeader
        title={team.name}
        crumbs={[{ label: m.access_teams(), href: link('access.teams') }, { label: team.code }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={team.company}
        actions={
          (team.may.edit || team.may.delete) && (
            <>
              {team.may.edit && (
                <Button leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('edit')}>
                  {m.access_team_edit()}
                </Button>
              )}
              <MoreMenu
                label={m.shell_more()}
                items={[team.may.delete && { label: m.access_team_delete(), icon: IconTrash, danger: true, onClick: () => setOpen('delete') }]}
              />
            </>
          )
        }
      />
      <div className={classes.below}>
        <FactStrip
          items={[
            { label: m.access_team_lead(), value: team.lead?.name ?? m.access_team_no_lead() },
            { label: m.access_team_members(), value: team.members.length },
            { label: m.access_team_works_on(), value: formatWorkScope(team.limited, team.properties.length) },
            { label: m.access_column_changed(), value: formatDate(team.updated_at) },
            { label: m.access_staff_code(), value: team.code },
          ]}
        />
      </div>
      <div className={classes.two}>
        <Panel title={m.access_team_members()} pad={team.members.length === 0}>
          {team.members.length === 0 ? (
            m.access_team_nobody()
          ) : (
            <PanelRows>
              {team.members.map((one) => (
                <AppLink key={one.id} href={link('access.staffOne', { id: one.id, code: one.code })}>
                  <div className={classes.row}>
                    <div>
                      <b>{one.name}</b>
                      <small className={classes.quiet}>{[one.job_title, one.role].filter(Boolean).join(', ') || one.email}</small>
                    </div>
                    <StaffActiveBadge is={one.is_active} />
                  </div>
                </AppLink>
              ))}
            </PanelRows>
          )}
        </Panel>
        <Properties team={team} />
      </div>
      {open === 'edit' && <TeamForm team={team} close={close} />}
      <ConfirmModal
        opened={open === 'delete'}
        onClose={close}
        title={m.access_team_delete_title({ name: team.name })}
        confirmLabel={m.access_team_delete()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ id: team.id })}
      >
        {team.limited ? m.access_team_delete_limited() : m.access_team_delete_text()}
      </ConfirmModal>
    </>
  );
}

function Properties({ team }: { team: TeamDetails }) {
  const { link } = useDashboard();
  if (!team.limited)
    return (
      <Panel title={m.access_team_properties()}>
        <p className={classes.quiet}>{m.access_team_all_text()}</p>
      </Panel>
    );
  return (
    <Panel title={m.access_team_properties()} pad={team.properties.length === 0}>
      {team.properties.length === 0 ? (
        m.access_team_none_left()
      ) : (
        <PanelRows>
          {team.properties.map((one) => (
            <AppLink key={one.id} href={link('property.detail', { id: one.id, code: one.code })}>
              <div className={classes.row}>
                <div>
                  <b>{one.name}</b>
                  <small className={classes.quiet}>{one.code}</small>
                </div>
              </div>
            </AppLink>
          ))}
        </PanelRows>
      )}
    </Panel>
  );
}
