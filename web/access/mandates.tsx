import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { mandateCalls } from '#contract/access/mandate-calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { MandateTerms } from './mandate-terms.tsx';
import { PermissionMatrix } from './matrix.tsx';

/** The owners an agent works for, with terms and permissions. Only owners can change them. */
export default function MandatesPage() {
  const { link } = useDashboard();
  const mandates = useCall(mandateCalls.listMandates, { page: 1, page_size: 100 });
  if (!mandates.data) return <LoadingState answer={mandates} />;
  const rows = mandates.data.results;
  return (
    <>
      <PageHeader title={m.screens_access_mandates()} sub={m.access_mandates_text()} />
      {rows.length === 0 && <StateBlock title={m.access_mandates_none()} text={m.access_mandates_none_text()} />}
      <div className={classes.stack}>
        {rows.map((one) => (
          <Panel
            key={one.id}
            title={one.owner.name}
            right={
              <ToneBadge tone={one.in_force ? 'good' : 'done'}>
                {one.in_force ? m.access_mandate_in_force() : m.access_mandate_not_in_force()}
              </ToneBadge>
            }
          >
            <div className={classes.stack}>
              <MandateTerms mandate={one} />
              <details>
                <summary>{m.access_mandate_rights({ count: one.grants.length })}</summary>
                <div className={classes.gap}>
                  <PermissionMatrix value={new Set(one.grants)} grantable={new Set()} />
                </div>
              </details>
              <div>
                <Button component={Link} to={`${link('property.list')}?company=${encodeURIComponent(one.owner.name)}`} variant="default">
                  {m.access_mandate_see()}
                </Button>
              </div>
            </div>
          </Panel>
        ))}
      </div>
    </>
  );
}
