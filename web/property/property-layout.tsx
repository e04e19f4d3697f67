import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation, useParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import type { Visitor } from '#contract/access/guard.ts';
import type { DashboardLayout } from '#contract/kernel/roles.ts';
import { fillPath } from '#contract/kernel/screen.ts';
import { type PropertyDetails, propertyCalls } from '#contract/property/calls.ts';
import { screenAddresses } from '#contract/screens.ts';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { RowsLoading, StateBlock } from '#web/ui/dash/state-block.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { m } from '#words/messages.js';
import { PropertyStatusBadge } from './badges.tsx';
import classes from './property.module.css';
import { PropertyActions } from './property-actions.tsx';

/** The parts of a property by address in the screen table: a part of a module that is not installed has no tab. */
const parts = [
  { at: 'properties/:id', label: m.property_tab_overview },
  { at: 'properties/:id/units', label: m.property_tab_units },
  { at: 'properties/:id/terms', label: m.property_tab_terms },
  { at: 'properties/:id/media', label: m.property_tab_media },
  { at: 'properties/:id/reviews', label: m.property_tab_reviews },
  { at: 'properties/:id/analytics', label: m.property_tab_analytics },
  { at: 'properties/:id/listings', label: m.property_tab_listings },
  { at: 'properties/:id/utilities', label: m.property_tab_utilities },
  { at: 'properties/:id/settings', label: m.property_tab_settings },
] as const;
export type PropertyTab = (typeof parts)[number]['at'];

const shapeOf = (at: string) => at.replace(/:\w+/g, ':id');

/** The address of a part of a property in this dashboard, or null if there is none or the user may not open it. */
export function getPropertyTabHref(at: PropertyTab, layout: DashboardLayout, visitor: Visitor, params: { id: number; code: string }): string | null {
  const address = screenAddresses.find((a) => a.layout === layout && shapeOf(a.screen.at) === at && isAllowed(a.screen.needs, visitor));
  return address ? fillPath(address.path.replace(/:\w*id\b/, ':id'), params) : null;
}

/** The header of every page of a property: name, kind and tabs. */
export function PropertyFrame({ id, children }: { id: number; children: ReactNode }) {
  const { code } = useParams();
  const property = useCall(propertyCalls.details, { id, code });
  useScreenTitle(property.data?.name);
  if (property.isPending) return <RowsLoading rows={8} label={m.shell_loading()} />;
  if (!property.data) {
    const again = <Button onClick={() => void property.refetch()}>{m.shell_try_again()}</Button>;
    return <StateBlock kind="error" title={m.property_not_found()} text={m.property_not_found_text()} action={again} />;
  }
  return (
    <>
      <Head property={property.data} />
      {children}
    </>
  );
}

function Head({ property }: { property: PropertyDetails }) {
  const { layout, link } = useDashboard();
  const { visitor } = useApp();
  const { pathname } = useLocation();
  const params = { id: property.id, code: property.code };
  const tabs = parts.flatMap(({ at, label }) => {
    const href = getPropertyTabHref(at, layout, visitor, params);
    return href ? [{ label: label(), href, current: pathname === href || (at !== 'properties/:id' && pathname.startsWith(`${href}/`)) }] : [];
  });
  return (
    <>
      <PageHeader
        title={property.name}
        crumbs={[{ label: m.property_title(), href: link('property.list') }, { label: property.code }]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<PropertyStatusBadge property={property} />}
        sub={[property.place.name, property.place.county, property.company.name].filter((one, at, all) => all.indexOf(one) === at).join(' · ')}
        actions={<PropertyActions property={property} />}
      />
      <div className={classes.tabs}>
        <ViewTabs items={tabs} label={m.property_tabs()} />
      </div>
    </>
  );
}
