import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { Link } from 'react-router';
import type { CallResult } from '#contract/kernel/call.ts';
import type { listingCalls } from '#contract/listing/calls.ts';
import type { ListingReadinessKey } from '#contract/listing/kinds.ts';
import type { ListingChoices } from '#contract/listing/shapes.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { IconChevronRight } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { ListingStatusBadge } from './badges.tsx';
import classes from './listing.module.css';
import { formatListingReadiness } from './words.ts';

export type CreatedListings = CallResult<typeof listingCalls.createMany>['made'];
type Unit = ListingChoices['units'][number];
export const wholePropertyOption = 'whole';

type UnitsProps = {
  all: readonly Unit[];
  units: readonly Unit[];
  type: number;
  kind: string;
  setKind: (kind: string) => void;
  chosen: readonly string[];
  setChosen: (ids: readonly string[]) => void;
  error: string | undefined;
};
/** Chooses vacant units, or the whole property. */
export function ListingUnitPicker({ all, units, type, kind, setKind, chosen, setChosen, error }: UnitsProps) {
  const kinds = [...new Map(all.filter((u) => u.status === 'vacant').map((u) => [String(u.type_id), u.type]))];
  const free = units.filter((u) => !u.live.includes(type));
  const entire = chosen.includes(wholePropertyOption);
  return (
    <>
      <Checkbox
        label={m.listing_whole_property()}
        checked={entire}
        onChange={(e) => setChosen(e.currentTarget.checked ? [wholePropertyOption] : [])}
      />
      {!entire && (
        <>
          <div className={classes.between}>
            <NativeSelect
              label={m.listing_create_kind()}
              data={[{ value: '', label: m.listing_create_kind_all() }, ...kinds.map(([value, label]) => ({ value, label }))]}
              value={kind}
              onChange={(e) => {
                setKind(e.currentTarget.value);
                setChosen([]);
              }}
            />
            {free.length > 1 && (
              <Button variant="default" onClick={() => setChosen(free.map((u) => String(u.id)))}>
                {m.listing_create_all({ count: free.length })}
              </Button>
            )}
          </div>
          {units.length === 0 ? (
            <p className={classes.quiet}>{m.listing_create_none()}</p>
          ) : (
            <Checkbox.Group
              id="listing-unit_ids"
              label={m.listing_create_units()}
              description={m.listing_create_chosen({ count: chosen.length })}
              value={[...chosen]}
              onChange={setChosen}
              error={error}
            >
              <div className={classes.units}>
                {units.map((u) => (
                  <Checkbox
                    key={u.id}
                    value={String(u.id)}
                    label={u.name}
                    description={u.live.includes(type) ? `${u.type}, ${m.listing_create_live()}` : u.type}
                    disabled={u.live.includes(type)}
                  />
                ))}
              </div>
            </Checkbox.Group>
          )}
        </>
      )}
    </>
  );
}

/** For each listing: its status, and what blocks publishing. */
export function ListingCreateResults({ made }: { made: CreatedListings }) {
  const { link } = useDashboard();
  return (
    <>
      <PageHeader
        title={m.listing_create_result()}
        crumbs={[{ label: m.listing_title(), href: link('listing.list') }, { label: m.listing_new() }]}
        crumbsLabel={m.shell_nav_sections()}
        actions={
          <Button component={Link} to={link('listing.list')}>
            {m.listing_title()}
          </Button>
        }
      />
      <Panel pad={false}>
        <PanelRows>
          {made.map((l) => (
            <Link key={l.id} className={classes.line} to={link('listing.detail', { id: l.id, code: l.code })}>
              <span className={classes.step}>
                <span>
                  <b>{l.unit}</b> <span className={classes.quiet}>{l.code}</span>
                </span>
                <ListingStatusBadge of={{ status: l.status, closed_as: null, over_plan: false }} />
                <IconChevronRight size={16} aria-hidden />
              </span>
              {l.missing.length > 0 && (
                <span className={classes.quiet}>
                  {m.listing_create_missing({ what: l.missing.map((key) => formatListingReadiness(key as ListingReadinessKey, 0, 3)).join(', ') })}
                </span>
              )}
            </Link>
          ))}
        </PanelRows>
      </Panel>
    </>
  );
}
