import { Button, Popover } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { listingCalls } from '#contract/listing/calls.ts';
import { type BuildingViewUnit, unitCalls } from '#contract/unit/calls.ts';
import { buildingViewLimits } from '#contract/unit/kinds.ts';
import { makeWhatsappLink } from '#web/catalogue/share.tsx';
import { useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { formatCount, formatKes } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { getStatusDefinition, StatusBadge, TONE_STYLES } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import classes from './block-view.module.css';
import { canListUnit, findLiveListing, isUnitListable, ListUnitButton } from './list-unit.tsx';
import { getUnitStatusLetter, getUnitStatusName, unitStatusList } from './words.ts';

type Floor = { readonly floor: number | null; readonly units: readonly BuildingViewUnit[] };
type Block = { readonly block: string; readonly floors: readonly Floor[] };

/** Floors from top to bottom; units without a floor come last. */
export function groupUnitsByBlock(units: readonly BuildingViewUnit[]): Block[] {
  const blocks = new Map<string, Map<number | null, BuildingViewUnit[]>>();
  for (const unit of units) {
    const floors = blocks.get(unit.block) ?? new Map<number | null, BuildingViewUnit[]>();
    blocks.set(unit.block, floors);
    floors.set(unit.floor, [...(floors.get(unit.floor) ?? []), unit]);
  }
  const height = (floor: number | null) => floor ?? Number.NEGATIVE_INFINITY;
  return [...blocks].map(([block, floors]) => ({
    block,
    floors: [...floors].sort(([a], [b]) => height(b) - height(a)).map(([floor, of]) => ({ floor, units: of })),
  }));
}

const floorName = (floor: number | null) =>
  floor === null ? m.unit_block_no_floor() : floor === 0 ? m.unit_ground() : m.unit_block_floor({ floor });

/** The building view: floors by units, coloured by status, the rent on tap. The legend counts units and filters by status. */
export function UnitBuildingView({ propertyId }: { propertyId: number }) {
  const units = useCall(unitCalls.listForBuildingView, { property: propertyId });
  const [only, setOnly] = useState<number | null>(null);
  if (!units.data) return <LoadingState answer={units} />;
  const { results, count } = units.data;
  if (count === 0) return <StateBlock title={m.unit_empty_title()} text={m.unit_empty_text()} />;
  const shown = only === null ? results : results.filter((unit) => unit.status === only);
  return (
    <>
      <ul className={classes.key}>
        {unitStatusList.map((status) => {
          const n = results.filter((unit) => unit.status === status).length;
          return (
            <li key={status}>
              <button
                type="button"
                className={classes.filter}
                aria-pressed={only === status}
                disabled={n === 0}
                onClick={() => setOnly(only === status ? null : status)}
              >
                <span className={classes.swatch} style={getUnitStatusColours(status)} aria-hidden>
                  {getUnitStatusLetter(status)}
                </span>
                {getUnitStatusName(status)} <span className="num">{formatCount(n)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {groupUnitsByBlock(shown).map((block) => (
        <Building key={block.block} of={block} />
      ))}
      {count > results.length && <p className={classes.more}>{m.unit_block_more({ shown: results.length, count })}</p>}
    </>
  );
}

/** One block. Of a tower only the top floors, the others on request. */
function Building({ of: { block, floors } }: { of: Block }) {
  const [all, setAll] = useState(false);
  const rest = floors.length - buildingViewLimits.floors;
  return (
    <Panel title={block ? m.unit_block_named({ block }) : m.unit_block_whole()}>
      <div className={classes.building}>
        {(all ? floors : floors.slice(0, buildingViewLimits.floors)).map(({ floor, units: doors }) => (
          <section key={floor ?? 'none'} className={classes.floor} aria-label={floorName(floor)}>
            <span className={classes.label}>{floorName(floor)}</span>
            <div className={classes.doors}>
              {doors.map((unit) => (
                <Door key={unit.id} unit={unit} />
              ))}
            </div>
          </section>
        ))}
        {rest > 0 && (
          <Button variant="default" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? m.unit_block_fewer() : m.unit_block_floors({ count: rest })}
          </Button>
        )}
      </div>
    </Panel>
  );
}

/** The colour of the badge and a letter, so that the view is readable without colours. */
export const getUnitStatusColours = (status: number) => {
  const { color } = TONE_STYLES[getStatusDefinition('unit', status).tone];
  return { '--bg': `var(--mk-${color}-bg)`, '--fg': `var(--mk-${color}-fg)`, '--dot': `var(--mk-${color}-dot)` } as CSSProperties;
};

function Door({ unit }: { unit: BuildingViewUnit }) {
  const { link } = useDashboard();
  return (
    <Popover width={220} position="bottom" withArrow shadow="md">
      <Popover.Target>
        <button
          type="button"
          className={classes.door}
          style={getUnitStatusColours(unit.status)}
          aria-label={`${unit.name}, ${getUnitStatusName(unit.status)}`}
        >
          {unit.name}
          <span className={classes.sign} aria-hidden>
            {getUnitStatusLetter(unit.status)}
          </span>
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.tip}>
          <b>{unit.name}</b>
          <StatusBadge set="unit" value={unit.status} />
          <span className="num">{unit.rent_cents === null ? m.unit_not_set() : formatKes(unit.rent_cents)}</span>
          <Market of={unit} />
          <AppLink href={link('unit.detail', { id: unit.id, code: unit.code })}>{m.unit_block_open()}</AppLink>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The action of a unit: a listed unit can be opened and shared, a vacant one can be listed. */
function Market({ of: { id, code } }: { of: BuildingViewUnit }) {
  const { link, layout } = useDashboard();
  const { visitor } = useApp();
  const { data: unit } = useCall(unitCalls.details, { id, code });
  const live = unit && findLiveListing(unit);
  const { data } = useCall(listingCalls.shareCard, { unit_id: id }, { enabled: live !== undefined });
  if (!unit) return null;
  return (
    <>
      <span>{unit.unit_type.name}</span>
      {live && <AppLink href={link('listing.detail', { id: live.id, code: live.code })}>{m.unit_block_listing()}</AppLink>}
      {live && data?.card && (
        <a href={makeWhatsappLink(data.card)} target="_blank" rel="noopener">
          {m.listing_share_send()}
        </a>
      )}
      {isUnitListable(unit) && canListUnit(visitor, layout) && <ListUnitButton unit={unit} />}
    </>
  );
}
