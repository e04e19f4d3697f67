import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { Breadcrumbs } from '#web/ui/public/breadcrumbs.tsx';
import { Chip, ChipRow } from '#web/ui/public/chip.tsx';
import { m } from '#words/messages.js';
import { UnitsTable } from './offer/units-table.tsx';
import classes from './property.module.css';
import { loadUnitsView, type UnitsPageData } from './property-load.ts';
import { RemovedListing } from './removed-listing.tsx';

export const handle = makeScreenHandle(portalPublicScreens.units, m.screens_portal_units);

export const loader = ({ context, request, params }: LoaderFunctionArgs) => loadUnitsView({ context, request, params });

/** All units of a property; filters are links. */
export default function UnitsPage() {
  const view = useLoaderData<typeof loader>();
  return view.gone ? <RemovedListing view={view} /> : <Offered view={view} />;
}

function Offered({ view }: { view: UnitsPageData }) {
  return (
    <div className={`wrap ${classes.page}`}>
      <Breadcrumbs items={view.crumbs} label={view.crumbsLabel} />
      <header className={classes.unitsHead}>
        <h1>{view.title}</h1>
        <p>{view.where}</p>
      </header>
      <Choices label={view.typesLabel} choices={view.types} />
      <Choices label={view.statusesLabel} choices={view.statuses} />
      <p className={classes.small} aria-live="polite">
        {view.line}
      </p>
      {view.rows.length > 0 ? <UnitsTable rows={view.rows} says={view.says} /> : <p>{view.none}</p>}
      <p className={classes.more}>
        <a href={view.back.href} data-soft>
          {view.back.label}
        </a>
      </p>
    </div>
  );
}

const Choices = ({ label, choices }: { label: string; choices: UnitsPageData['types'] }) =>
  choices.length < 3 ? null : (
    <nav className={classes.choices} aria-label={label}>
      <ChipRow>
        {choices.map((one) => (
          <Chip key={one.value} href={one.href} on={one.on}>
            {one.label}
          </Chip>
        ))}
      </ChipRow>
    </nav>
  );
