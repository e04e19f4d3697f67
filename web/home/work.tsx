import { Button } from '@mantine/core';
import { allows } from '#contract/access/grants.ts';
import { homeCalls } from '#contract/home/calls.ts';
import { waitsOf } from '#contract/home/waits.ts';
import type { Answer } from '#contract/kernel/call.ts';
import { companyRoles } from '#contract/kernel/roles.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { A } from '#web/ui/link.tsx';
import { m } from '#words/messages.js';
import { Charts } from './charts.tsx';
import { Arriving, Ending, Pipeline, ToursWeek } from './coming.tsx';
import classes from './dashboard.module.css';
import { MeterRound, NewestLeads, Occupancy, Reports, ToApprove, ToVerify, VacantUnits } from './lists.tsx';
import { Tiles } from './tiles.tsx';
import { WaitsPanel } from './waits.tsx';

type Overview = Answer<typeof homeCalls.overview>;

/** The home of everybody who lets, sells or runs the platform. */
export default function Work({ data }: { data: Overview }) {
  const { visitor } = useApp();
  const { layout } = useDash();
  const waits = layout === 'tenant' || layout === 'tenancy' ? [] : waitsOf(layout, visitor);
  const lets = companyRoles.includes(layout as 'owner');
  const money = useCall(homeCalls.money, {}, { enabled: lets && allows(homeCalls.money.needs, visitor), quiet: true });
  const may = (document: 'contacts' | 'property' | 'tenancies' | 'booking' | 'tours') => allows([document, 'read'], visitor);
  // Who reads meters and no invoices is on their round; whoever has both finds them with the property.
  const reads = lets && allows(['property_utilities', 'edit'], visitor) && !allows(['invoices', 'read'], visitor);
  if (data.portfolio?.properties === 0 && layout !== 'dealer' && lets && allows(['property', 'create'], visitor)) return <FirstProperty />;
  return (
    <>
      <Tiles facts={data.portfolio} money={money.data ?? null} counting={money.isLoading} />
      <div className={classes.cols}>
        <div className={classes.side}>
          {reads && <MeterRound />}
          {(data.portfolio || waits.length > 0) && <WaitsPanel />}
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

/** The first step of somebody who has nothing here yet: one building, or all of them at once from a sheet. */
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
