import { SegmentedControl } from '@mantine/core';
import { useParams, useSearchParams } from 'react-router';
import { type MeterKind, meterKinds } from '#contract/meter/kinds.ts';
import { meterKindLabels } from '#contract/meter/labels.ts';
import { type PropertyDetails, propertyCalls } from '#contract/property/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { PropertyFrame } from '#web/property/property-layout.tsx';
import { UtilitySupplyForm } from '#web/property/supply-form.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { m } from '#words/messages.js';
import { MeterLossPanel } from './loss.tsx';
import classes from './meter.module.css';
import { MeterList } from './meters.tsx';
import { UtilityPurchaseList } from './purchases.tsx';
import { MeterQueryList } from './queries.tsx';
import { MeterReadingTable } from './readings.tsx';
import { TariffList } from './tariffs.tsx';

const tabs = [
  ['readings', m.meter_tab_readings],
  ['meters', m.meter_tab_meters],
  ['tariffs', m.meter_tab_tariffs],
  ['purchases', m.meter_tab_purchases],
  ['loss', m.meter_tab_loss],
  ['queries', m.meter_tab_queries],
  ['supply', m.meter_tab_supply],
] as const;
type Tab = (typeof tabs)[number][0];

/** Water and electricity of a property: readings, tariffs, purchases, losses and tenant queries. */
export default function PropertyUtilities() {
  const { id = '', code } = useParams();
  const property = useCall(propertyCalls.details, { id: Number(id), code });
  return <PropertyFrame id={Number(id)}>{property.data && <Parts property={property.data} />}</PropertyFrame>;
}

function Parts({ property }: { property: PropertyDetails }) {
  const [params, setParams] = useSearchParams();
  const tab: Tab = tabs.find(([name]) => name === params.get('tab'))?.[0] ?? 'readings';
  const kind: MeterKind = meterKinds.find((name) => name === params.get('kind')) ?? 'water';
  const href = (name: Tab) => `?${new URLSearchParams({ ...(name === 'readings' ? {} : { tab: name }), ...(kind === 'water' ? {} : { kind }) })}`;
  const of = { property: property.id, kind };
  return (
    <>
      <div className={classes.tabs}>
        <ViewTabs label={m.meter_tabs()} items={tabs.map(([name, label]) => ({ label: label(), href: href(name), current: name === tab }))} />
      </div>
      {tab !== 'supply' && tab !== 'queries' && (
        <div className={classes.kinds}>
          <SegmentedControl
            aria-label={m.meter_kind_label()}
            data={meterKinds.map((name) => ({ value: name, label: meterKindLabels[name]() }))}
            value={kind}
            onChange={(value) =>
              setParams(
                { ...(tab === 'readings' ? {} : { tab }), ...(value === 'water' ? {} : { kind: value }) },
                { replace: true, preventScrollReset: true },
              )
            }
          />
        </div>
      )}
      {tab === 'readings' && <MeterReadingTable key={kind} {...of} />}
      {tab === 'meters' && <MeterList key={kind} {...of} />}
      {tab === 'tariffs' && <TariffList key={kind} {...of} />}
      {tab === 'purchases' && <UtilityPurchaseList key={kind} {...of} />}
      {tab === 'loss' && <MeterLossPanel key={kind} {...of} />}
      {tab === 'queries' && <MeterQueryList property={property.id} />}
      {tab === 'supply' && <UtilitySupplyForm key={property.id} property={property} />}
    </>
  );
}
