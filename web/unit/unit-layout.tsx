import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { fillPath } from '#contract/kernel/screen.ts';
import { screenAddresses } from '#contract/screens.ts';
import type { UnitDetails } from '#contract/unit/calls.ts';
import type { UnitMove } from '#contract/unit/machine.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { IconCopy, IconPencil, IconTrash } from '#web/ui/icons.ts';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { type UnitAction, UnitConfirmDialog } from './confirm-dialog.tsx';
import { canListUnit, isUnitListable, ListUnitButton } from './list-unit.tsx';
import { canSplitOrMergeUnit, MergeUnitsForm, SplitUnitForm } from './split-merge.tsx';
import classes from './unit.module.css';
import { useUnit } from './use-unit.ts';
import { unitMoveTexts } from './words.ts';

/** The header of every page of a unit: name, place, status with its moves, and tabs. */
export function UnitFrame({ id, children }: { id: number; children: ReactNode }) {
  const unit = useUnit(id);
  useScreenTitle(unit.data?.name);
  if (!unit.data) return <LoadingState answer={unit} text={m.unit_not_found()} />;
  return (
    <>
      <Head unit={unit.data} />
      {children}
    </>
  );
}

const backs: readonly UnitMove[] = ['release', 'end_maintenance', 'unstall'];

function Head({ unit }: { unit: UnitDetails }) {
  const { link, layout } = useDashboard();
  const { visitor } = useApp();
  const [asked, setAsked] = useState<UnitAction | null>(null);
  const [walls, setWalls] = useState<'split' | 'join' | null>(null);
  const params = { id: unit.id, code: unit.code };
  const here = link('unit.detail', params);
  const mayCreate = canListUnit(visitor, layout);
  const [first, ...rest] = unit.moves;
  return (
    <>
      <PageHeader
        title={unit.name}
        crumbs={[
          { label: m.unit_title(), href: link('unit.list') },
          { label: unit.property.name, href: link('unit.ofProperty', { id: unit.property.id, code: unit.property.code }) },
          { label: unit.code },
        ]}
        crumbsLabel={m.shell_nav_sections()}
        badge={<StatusBadge set="unit" value={unit.status} />}
        sub={[unit.unit_type.name, unit.block && m.unit_block_named({ block: unit.block }), unit.property.name].filter(Boolean).join(' · ')}
        actions={
          <>
            {unit.may_edit && (
              <Button component={Link} to={`${here}?edit=1`} variant="default" leftSection={<IconPencil size={16} aria-hidden />}>
                {m.shell_edit()}
              </Button>
            )}
            {mayCreate && isUnitListable(unit) && <ListUnitButton unit={unit} />}
            {first && (
              // Returning the unit to the market is the primary action; taking it off is secondary.
              <Button variant={backs.includes(first) ? 'filled' : 'default'} onClick={() => setAsked(first)}>
                {unitMoveTexts[first].verb()}
              </Button>
            )}
            <MoreMenu
              label={m.shell_more()}
              items={[
                ...rest.map((move) => ({ label: unitMoveTexts[move].verb(), onClick: () => setAsked(move) })),
                mayCreate && {
                  label: m.unit_clone(),
                  icon: IconCopy,
                  href: `${link('unit.create', { id: unit.property.id, code: unit.property.code })}?like=${unit.id}`,
                },
                unit.may_edit && mayCreate && canSplitOrMergeUnit(unit) && { label: m.unit_split(), onClick: () => setWalls('split') },
                unit.may_delete && canSplitOrMergeUnit(unit) && { label: m.unit_join(), onClick: () => setWalls('join') },
                unit.may_delete && { label: m.unit_delete(), icon: IconTrash, danger: true, onClick: () => setAsked('delete') },
              ]}
            />
          </>
        }
      />
      <Tabs here={here} params={params} listings={unit.listings.length} />
      {walls === 'split' && <SplitUnitForm unit={unit} close={() => setWalls(null)} />}
      {walls === 'join' && <MergeUnitsForm unit={unit} close={() => setWalls(null)} />}
      <UnitConfirmDialog unit={unit} asked={asked} close={() => setAsked(null)} />
    </>
  );
}

/** Parts of modules that are not installed have no tab. */
function Tabs({ here, params, listings }: { here: string; params: { id: number; code: string }; listings: number }) {
  const { layout } = useDashboard();
  const { visitor } = useApp();
  const { pathname, search } = useLocation();
  const media = screenAddresses.find((a) => a.layout === layout && a.screen.at === 'units/:id/media' && isAllowed(a.screen.needs, visitor));
  const mediaHref = media && fillPath(media.path, params);
  const onListings = pathname === here && new URLSearchParams(search).get('tab') === 'listings';
  const items = [
    { label: m.unit_tab_overview(), href: here, current: pathname === here && !onListings },
    ...(mediaHref ? [{ label: m.unit_tab_media(), href: mediaHref, current: pathname === mediaHref }] : []),
    { label: m.unit_tab_listings(), href: `${here}?tab=listings`, count: listings, current: onListings },
  ];
  return (
    <div className={classes.tabs}>
      <ViewTabs items={items} label={m.unit_tabs()} />
    </div>
  );
}
