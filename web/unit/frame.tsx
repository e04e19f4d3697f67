import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { allows } from '#contract/access/grants.ts';
import { fill } from '#contract/kernel/screen.ts';
import { addresses } from '#contract/screens.ts';
import type { UnitFull } from '#contract/unit/calls.ts';
import type { UnitMove } from '#contract/unit/machine.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { useTitle } from '#web/layout/title.ts';
import { Waiting } from '#web/layout/waiting.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { ViewTabs } from '#web/ui/dash/table/view-tabs.tsx';
import { IconCopy, IconPencil, IconTrash } from '#web/ui/icons.ts';
import { StatusBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { Ask, type Asked } from './ask.tsx';
import { canBeOffered, mayOffer, OfferIt } from './offer-it.tsx';
import { canReshape, JoinForm, SplitForm } from './reshape.tsx';
import classes from './unit.module.css';
import { useUnit } from './use-unit.ts';
import { moveWords } from './words.ts';

/** What stands above every page of a unit: its name, where it is, its status with the moves from there, and its pages. */
export function UnitFrame({ id, children }: { id: number; children: ReactNode }) {
  const unit = useUnit(id);
  useTitle(unit.data?.name);
  if (!unit.data) return <Waiting answer={unit} text={m.unit_not_found()} />;
  return (
    <>
      <Head unit={unit.data} />
      {children}
    </>
  );
}

const backs: readonly UnitMove[] = ['release', 'end_maintenance', 'unstall'];

function Head({ unit }: { unit: UnitFull }) {
  const { link, layout } = useDash();
  const { visitor } = useApp();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [walls, setWalls] = useState<'split' | 'join' | null>(null);
  const params = { id: unit.id, code: unit.code };
  const here = link('unit.detail', params);
  const mayCreate = mayOffer(visitor, layout);
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
            {mayCreate && canBeOffered(unit) && <OfferIt unit={unit} />}
            {first && (
              // What brings the unit back to the market is the next step; what takes it away is only possible.
              <Button variant={backs.includes(first) ? 'filled' : 'default'} onClick={() => setAsked(first)}>
                {moveWords[first].verb()}
              </Button>
            )}
            <MoreMenu
              label={m.shell_more()}
              items={[
                ...rest.map((move) => ({ label: moveWords[move].verb(), onClick: () => setAsked(move) })),
                mayCreate && {
                  label: m.unit_clone(),
                  icon: IconCopy,
                  href: `${link('unit.create', { id: unit.property.id, code: unit.property.code })}?like=${unit.id}`,
                },
                unit.may_edit && mayCreate && canReshape(unit) && { label: m.unit_split(), onClick: () => setWalls('split') },
                unit.may_delete && canReshape(unit) && { label: m.unit_join(), onClick: () => setWalls('join') },
                unit.may_delete && { label: m.unit_delete(), icon: IconTrash, danger: true, onClick: () => setAsked('delete') },
              ]}
            />
          </>
        }
      />
      <Tabs here={here} params={params} listings={unit.listings.length} />
      {walls === 'split' && <SplitForm unit={unit} close={() => setWalls(null)} />}
      {walls === 'join' && <JoinForm unit={unit} close={() => setWalls(null)} />}
      <Ask unit={unit} asked={asked} close={() => setAsked(null)} />
    </>
  );
}

/** Parts whose room is not there have no tab. */
function Tabs({ here, params, listings }: { here: string; params: { id: number; code: string }; listings: number }) {
  const { layout } = useDash();
  const { visitor } = useApp();
  const { pathname, search } = useLocation();
  const media = addresses.find((a) => a.layout === layout && a.screen.at === 'units/:id/media' && allows(a.screen.needs, visitor));
  const mediaHref = media && fill(media.path, params);
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
