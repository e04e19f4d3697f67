import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { type UnitStatus, unitStatuses } from '#contract/catalogue/kinds.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { listingAnalyticsDays } from '#contract/listing/kinds.ts';
import { listingQualityTipTexts } from '#contract/listing/labels.ts';
import type { PropertyAnalytics } from '#contract/listing/shapes.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { PropertyFrame } from '#web/property/property-layout.tsx';
import { KpiStrip, type KpiTile } from '#web/ui/dash/kpi-strip.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { computeWholePercent, formatCount, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './listing.module.css';

const DaysChart = lazy(() => import('./charts.tsx').then((c) => ({ default: c.ListingDaysChart })));

export default function PropertyAnalyticsPage() {
  const id = parseAddressId(useParams().id);
  const [params, setParams] = useSearchParams();
  const wanted = Number(params.get('days'));
  const days = (listingAnalyticsDays as readonly number[]).includes(wanted) ? wanted : 30;
  const answer = useCall(listingCalls.analytics, { id, days });
  useScreenTitle(answer.data?.property.name);
  return (
    <PropertyFrame id={id}>
      <div className={classes.bar}>
        <SegmentedControl
          aria-label={m.listing_analytics_days()}
          data={listingAnalyticsDays.map((n) => ({ value: String(n), label: m.listing_analytics_days_of({ count: n }) }))}
          value={String(days)}
          onChange={(v) => setParams(v === '30' ? {} : { days: v }, { replace: true, preventScrollReset: true })}
        />
      </div>
      {answer.data ? <Loaded data={answer.data} days={days} /> : <LoadingState answer={answer} />}
    </PropertyFrame>
  );
}

function Loaded({ data, days }: { data: PropertyAnalytics; days: number }) {
  const { link } = useDashboard();
  const listings = link('listing.ofProperty', { id: data.property.id, code: data.property.code });
  const kpi = (label: string, name: keyof PropertyAnalytics['now'], href: string): KpiTile => {
    const [now, before] = [data.now[name], data.before[name]];
    if (before === 0) return { label, value: formatCount(now), href };
    const change = computeWholePercent(now - before, before);
    if (change === 0) return { label, value: formatCount(now), href, hint: m.listing_analytics_even({ count: days }) };
    const up = change > 0;
    const delta = {
      dir: up ? ('up' as const) : ('down' as const),
      text: `${Math.abs(change)}%`,
      label: up ? m.listing_analytics_more() : m.listing_analytics_less(),
    };
    return { label, value: formatCount(now), href, delta, hint: m.listing_analytics_than({ count: days }) };
  };
  const leads = `${link('lead.list')}?property_id=${data.property.id}`;
  return (
    <div className={classes.stack}>
      <KpiStrip
        items={[
          { ...kpi(m.listing_fact_views(), 'views', listings), wide: true },
          kpi(m.listing_fact_saves(), 'saves', listings),
          kpi(m.listing_fact_enquiries(), 'enquiries', leads),
          kpi(m.listing_analytics_tours(), 'tours', `${leads}&status=touring`),
          kpi(m.listing_analytics_won(), 'won', `${leads}&status=won`),
        ]}
      />
      <div className={classes.cols}>
        <div className={classes.stack}>
          <Panel title={m.listing_analytics_traffic()}>
            <Suspense fallback={<RowsLoading rows={5} label={m.shell_loading()} />}>
              <DaysChart days={data.days} />
            </Suspense>
          </Panel>
          <Market rows={data.market} />
          <Vacancy rows={data.units} />
        </div>
        <div className={classes.stack}>
          <Funnel now={data.now} />
          <Quality rows={data.quality} />
        </div>
      </div>
    </div>
  );
}

function Funnel({ now }: { now: PropertyAnalytics['now'] }) {
  const steps = [
    { label: m.listing_fact_views(), n: now.views },
    { label: m.listing_fact_saves(), n: now.saves },
    { label: m.listing_fact_enquiries(), n: now.enquiries },
    { label: m.listing_analytics_tours(), n: now.tours },
    { label: m.listing_analytics_won(), n: now.won },
  ];
  const most = Math.max(1, ...steps.map((s) => s.n));
  return (
    <Panel title={m.listing_analytics_funnel()}>
      <div className={classes.funnel}>
        {steps.map((s, at) => {
          const before = steps[at - 1]?.n ?? 0;
          return (
            <div key={s.label} className={classes.bar2}>
              <div>
                <span>{s.label}</span>
                <b>{formatCount(s.n)}</b>
              </div>
              {/* The longest bar is the widest step; roots keep the short ones visible. */}
              <progress className={classes.meter} max={Math.sqrt(most)} value={Math.sqrt(s.n)} aria-label={s.label} />
              {at > 0 && before > 0 && (
                <span className={classes.quiet}>{m.listing_analytics_rate({ percent: Math.round((s.n / before) * 1000) / 10 })}</span>
              )}
            </div>
          );
        })}
      </div>
    </Panel>
  );
}

function Vacancy({ rows }: { rows: PropertyAnalytics['units'] }) {
  const total = rows.reduce((sum, u) => sum + (u.cost_cents ?? 0), 0);
  return (
    <Panel title={m.listing_analytics_vacancy()} right={rows.length > 0 && <b>{m.listing_analytics_vacancy_total({ money: formatKes(total) })}</b>}>
      {rows.length === 0 ? (
        <p className={classes.text}>{m.listing_analytics_vacancy_none()}</p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{m.listing_analytics_unit()}</th>
              <th scope="col">{m.listing_column_status()}</th>
              <th scope="col" className={classes.right}>
                {m.listing_analytics_empty_days()}
              </th>
              <th scope="col" className={classes.right}>
                {m.listing_analytics_cost()}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((u) => (
              <tr key={u.id}>
                <td>{u.name}</td>
                <td>
                  <StatusBadge set="unit" value={unitStatuses[u.status as UnitStatus]} plain />
                </td>
                <td className={classes.right}>{formatCount(u.days)}</td>
                <td className={classes.right}>{u.cost_cents === null ? '' : formatKes(u.cost_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

const gap = (ours: number, middle: number): string => {
  const off = computeWholePercent(ours - middle, middle);
  if (Math.abs(off) < 2) return m.listing_analytics_same();
  return off > 0 ? m.listing_analytics_above({ percent: off }) : m.listing_analytics_below({ percent: -off });
};

function Market({ rows }: { rows: PropertyAnalytics['market'] }) {
  const { link } = useDashboard();
  return (
    <Panel title={m.listing_analytics_market()}>
      {rows.length === 0 ? (
        <p className={classes.text}>{m.listing_analytics_market_none()}</p>
      ) : (
        <ul className={classes.list}>
          {rows.map((r) => (
            <li key={r.id} className={classes.bar2}>
              <div>
                <AppLink href={link('listing.detail', { id: r.id, code: r.code })}>{r.title}</AppLink>
                <b>{formatKes(r.cents)}</b>
              </div>
              <div className={classes.quiet}>
                <span>
                  {r.median_cents === null
                    ? m.listing_analytics_few()
                    : `${m.listing_analytics_middle({ count: r.others })}: ${formatKes(r.median_cents)}`}
                </span>
                {r.median_cents !== null && <span>{gap(r.cents, r.median_cents)}</span>}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Quality({ rows }: { rows: PropertyAnalytics['quality'] }) {
  const { link } = useDashboard();
  return (
    <Panel title={m.listing_analytics_quality()}>
      {rows.length === 0 ? (
        <p className={classes.text}>{m.listing_analytics_quality_none()}</p>
      ) : (
        <div className={classes.funnel}>
          {rows.slice(0, 8).map((r) => (
            <div key={r.id} className={classes.bar2}>
              <div>
                <AppLink href={link('listing.detail', { id: r.id, code: r.code })}>{r.title}</AppLink>
                <b>{m.listing_analytics_score({ score: r.score })}</b>
              </div>
              <progress className={classes.meter} max={100} value={r.score} aria-label={r.title} />
              {r.tips.length > 0 && (
                <ul className={classes.tips}>
                  {r.tips.slice(0, 3).map((tip) => (
                    <li key={tip}>{listingQualityTipTexts[tip]()}</li>
                  ))}
                </ul>
              )}
            </div>
          ))}
        </div>
      )}
    </Panel>
  );
}
