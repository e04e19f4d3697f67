import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { accessCalls } from '#contract/access/all-calls.ts';
import { isAllowed } from '#contract/access/grants.ts';
import { mandateScopeLabels } from '#contract/access/labels.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { type PropertyDetails, propertyCalls } from '#contract/property/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { formatDate } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './property.module.css';

type Access = CallResult<(typeof propertyCalls)['access']>;

/** Teams and agents with access to a property, beside its settings. */
export function TeamsAndAgents({ property }: { property: PropertyDetails }) {
  const access = useCall(propertyCalls.access, { id: property.id });
  if (!access.data) return <RowsLoading rows={4} label={m.shell_loading()} />;
  return (
    <div className={classes.stack}>
      <Teams key={access.dataUpdatedAt} property={property} teams={access.data.teams} />
      <Agents mandates={access.data.mandates} />
    </div>
  );
}

function Teams({ property, teams }: { property: PropertyDetails; teams: Access['teams'] }) {
  const start = teams.filter((team) => team.here).map((team) => String(team.id));
  const [chosen, setChosen] = useState(start);
  const save = useAction(propertyCalls.setTeams, { touches: [accessCalls], said: () => m.said_workers({ name: property.name }) });
  const changed = [...chosen].sort().join() !== [...start].sort().join();
  return (
    <Panel title={m.property_teams()}>
      <div className={classes.form}>
        <p className={classes.quiet}>{teams.length === 0 ? m.property_teams_none() : m.property_teams_help()}</p>
        <Checkbox.Group label={m.property_teams()} labelProps={{ className: 'sr-only' }} value={chosen} onChange={setChosen}>
          {teams.map((team) => (
            <Checkbox
              key={team.id}
              mt={8}
              value={String(team.id)}
              label={team.name}
              description={m.property_team_members({ count: team.members })}
              disabled={!property.may.teams}
            />
          ))}
        </Checkbox.Group>
        {changed && (
          <div className={classes.foot}>
            <Button variant="default" onClick={() => setChosen(start)}>
              {m.property_undo()}
            </Button>
            <Button loading={save.isPending} onClick={() => save.mutate({ id: property.id, team_ids: chosen.map(Number) })}>
              {m.property_save()}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  );
}

function Agents({ mandates }: { mandates: Access['mandates'] }) {
  const { layout, link } = useDashboard();
  const { visitor } = useApp();
  const keeps = layout === 'owner' && isAllowed(['agents', 'read'], visitor);
  return (
    <Panel
      title={m.property_agents()}
      pad={mandates.length === 0}
      right={
        keeps ? (
          <Button component={Link} to={link('access.agentRoles')} variant="subtle" size="compact-sm">
            {m.property_agents_keep()}
          </Button>
        ) : undefined
      }
    >
      {mandates.length === 0 && <p className={classes.quiet}>{m.property_agents_none()}</p>}
      <PanelRows>
        {mandates.map((one) => (
          <div key={one.id} className={classes.line}>
            <span>
              <b>{one.agent.name}</b>
              <small>
                {mandateScopeLabels[one.scope]()}
                {one.ends_on && ` · ${m.property_agents_until({ date: formatDate(one.ends_on) })}`}
              </small>
            </span>
          </div>
        ))}
      </PanelRows>
    </Panel>
  );
}
