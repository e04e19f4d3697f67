import { Button } from '@mantine/core';
import { isAllowed } from '#contract/access/grants.ts';
import { homeCalls } from '#contract/home/calls.ts';
import { pendingTasksFor } from '#contract/home/pending-tasks.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { A } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { Charts } from './charts.tsx';
import classes from './dashboard.module.css';
import { MeterRound, NewestLeads, Occupancy, Reports, ToApprove, ToVerify, VacantUnits } from './lists.tsx';
import { PendingTasksPanel } from './pending-tasks.tsx';
import { Tiles } from './tiles.tsx';
import { Arriving, Ending, Pipeline, ToursWeek } from './upcoming-events.tsx';

type Overview = CallResult<typeof homeCalls.overview>;

/** The home page of landlords, agents, dealers and the platform. */
export default function Work({ data }: { data: Overview }) {
  const { visitor } = useApp();
  const { layout } = useDash();
  const waits = layout === 'tenant' || layout === 'tenancy' ? [] : pendingTasksFor(layout, visitor);
  const lets = companyRoles.includes(layout as 'owner');
  const money = useCall(homeCalls.moneyFigures, {}, { enabled: lets && isAllowed(homeCalls.moneyFigures.needs, visitor), quiet: true });
  const may = (document: 'contacts' | 'property' | 'tenancies' | 'booking' | 'tours') => isAllowed([document, 'read'], visitor);
  // Meter readers without access to invoices see their round; others find meters with the property.
  const reads = lets && isAllowed(['property_utilities', 'edit'], visitor) && !isAllowed(['invoices', 'read'], visitor);
  if (data.portfolio?.properties === 0 && layout !== 'dealer' && lets && isAllowed(['property', 'create'], visitor)) return <FirstProperty />;
  return (
    <>
      <Tiles facts={data.portfolio} money={money.data ?? null} counting={money.isLoading} />
      <div className={classes.cols}>
        <div className={classes.side}>
          {reads && <MeterRound />}
          {(data.portfolio || waits.length > 0) && <PendingTasksPanel />}
          {lets && may('tenancies') && <Arriving />}
          {waits.includes('verify') && <ToVerify />}
          {waits.includes('reports') && <Reports />}
          {waits.includes('agents') && <ToApprove />}
          {waits.includes('vacant') && <VacantUnits />}
          {lets && layout !== 'dealer' && may('property') && <Occupancy />}
        </div>
        <div className={classes.stack}>
          <Charts chart={data.chart} months={data.months} money={money.data?.months ?? []} />
          {may('booking') && <Pipeline />}
          {lets && may('tours') && <ToursWeek />}
          {may('tenancies') && <Ending />}
          {lets && may('contacts') && <NewestLeads />}
        </div>
      </div>
    </>
  );
}

/** The first step of a new account: add one property, or import all from a spreadsheet. */
function FirstProperty() {
  const { link } = useDash();
  return (
    <Panel>
      <StateBlock
        title={m.dashboard_first_title()}
        text={m.dashboard_first_text()}
        action={
          <>
            <Button component={A} href={link('property.create')}>
              {m.dashboard_first_add()}
            </Button>
            <Button component={A} href={link('intake.bring')} variant="default">
              {m.dashboard_first_excel()}
            </Button>
          </>
        }
      />
    </Panel>
  );
}
