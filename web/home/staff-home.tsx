import { Button } from '@mantine/core';
import { isAllowed } from '#contract/access/grants.ts';
import { homeCalls } from '#contract/home/calls.ts';
import { listPendingTaskKeys } from '#contract/home/pending-tasks.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { DashboardCharts } from './charts.tsx';
import classes from './dashboard.module.css';
import {
  AbuseReportsPanel,
  AccountsToApprovePanel,
  MeterReadingPanel,
  NewestLeadsPanel,
  OccupancyPanel,
  PropertiesToVerifyPanel,
  VacantUnitsPanel,
} from './lists.tsx';
import { PendingTasksPanel } from './pending-tasks.tsx';
import { DashboardTiles } from './tiles.tsx';
import { ApplicantPipelinePanel, EndingTenanciesPanel, MoveInsPanel, WeeklyToursPanel } from './upcoming-events.tsx';

type Overview = CallResult<typeof homeCalls.overview>;

/** The home page of landlords, agents, dealers and the platform. */
export default function ManagementHomePage({ data }: { data: Overview }) {
  const { visitor } = useApp();
  const { layout } = useDashboard();
  const waits = layout === 'tenant' || layout === 'tenancy' ? [] : listPendingTaskKeys(layout, visitor);
  const lets = companyRoles.includes(layout as 'owner');
  const money = useCall(homeCalls.moneyFigures, {}, { enabled: lets && isAllowed(homeCalls.moneyFigures.needs, visitor), quiet: true });
  const may = (document: 'contacts' | 'property' | 'tenancies' | 'booking' | 'tours') => isAllowed([document, 'read'], visitor);
  // Meter readers without access to invoices see their round; others find meters with the property.
  const reads = lets && isAllowed(['property_utilities', 'edit'], visitor) && !isAllowed(['invoices', 'read'], visitor);
  if (data.portfolio?.properties === 0 && layout !== 'dealer' && lets && isAllowed(['property', 'create'], visitor)) return <FirstProperty />;
  return (
    <>
      <DashboardTiles facts={data.portfolio} money={money.data ?? null} counting={money.isLoading} />
      <div className={classes.cols}>
        <div className={classes.side}>
          {reads && <MeterReadingPanel />}
          {(data.portfolio || waits.length > 0) && <PendingTasksPanel />}
          {lets && may('tenancies') && <MoveInsPanel />}
          {waits.includes('verify') && <PropertiesToVerifyPanel />}
          {waits.includes('reports') && <AbuseReportsPanel />}
          {waits.includes('agents') && <AccountsToApprovePanel />}
          {waits.includes('vacant') && <VacantUnitsPanel />}
          {lets && layout !== 'dealer' && may('property') && <OccupancyPanel />}
        </div>
        <div className={classes.stack}>
          <DashboardCharts chart={data.chart} months={data.months} money={money.data?.months ?? []} />
          {may('booking') && <ApplicantPipelinePanel />}
          {lets && may('tours') && <WeeklyToursPanel />}
          {may('tenancies') && <EndingTenanciesPanel />}
          {lets && may('contacts') && <NewestLeadsPanel />}
        </div>
      </div>
    </>
  );
}

/** The first step of a new account: add one property, or import all from a spreadsheet. */
function FirstProperty() {
  const { link } = useDashboard();
  return (
    <Panel>
      <StateBlock
        title={m.dashboard_first_title()}
        text={m.dashboard_first_text()}
        action={
          <>
            <Button component={AppLink} href={link('property.create')}>
              {m.dashboard_first_add()}
            </Button>
            <Button component={AppLink} href={link('intake.bring')} variant="default">
              {m.dashboard_first_excel()}
            </Button>
          </>
        }
      />
    </Panel>
  );
}
