import type { LoaderFunctionArgs } from 'react-router';
import { portalPublicScreens } from '#contract/portal/public.ts';
import { makePagePayload, usePagePayload } from '#web/client/payload.ts';
import { SaveSearchButton } from '#web/finding/save-search.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { IconAdjustmentsHorizontal, IconMap } from '#web/ui/icons.ts';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import { ListingCards } from './card/cards.tsx';
import classes from './listings.module.css';
import { type ListingsView, loadListingsView } from './listings-load.ts';
import { ChipLink } from './search/chip-link.tsx';
import { PhoneLocationFilter, SearchFilterForm, SearchSortField } from './search/filters.tsx';

export const handle = makeScreenHandle(portalPublicScreens.listings, m.screens_portal_listings);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const { page, ...view } = await loadListingsView(context, request);
  return { page, payload: makePagePayload(view) };
}

/** The search page. The address holds the whole search; every control is a link or a field of one GET form. */
export default function ListingsPage() {
  const view = usePagePayload<ListingsView>();
  const { says } = view;
  return (
    <>
      <div className={classes.bar}>
        <div className={`wrap ${classes.barIn}`}>
          <a href="#filters" className={classes.open}>
            <IconAdjustmentsHorizontal size={17} aria-hidden />
            {says.filters}
            {says.filtersOn > 0 && <b>{says.filtersOn}</b>}
          </a>
          <div className={classes.chips}>
            {view.chips.map((chip) => (
              <ChipLink key={chip.remove + chip.label} chip={chip} />
            ))}
            {view.clear && (
              <a href={view.clear.href} data-soft className={classes.clear}>
                {view.clear.label}
              </a>
            )}
          </div>
          <div className={classes.tools}>
            <SaveSearchButton name={view.heading} query={view.query} />
            <Button variant="default" href={view.map} soft left={<IconMap size={17} aria-hidden />}>
              {says.map}
            </Button>
          </div>
        </div>
      </div>
      <div className={`wrap ${classes.results}`}>
        <aside id="filters" className={classes.filters} aria-label={says.filters}>
          <SearchFilterForm view={view.filters} title={says.filters} close={says.close} />
        </aside>
        <div className={classes.found}>
          <PhoneLocationFilter view={view.filters} />
          <div className={classes.head}>
            <div>
              <h1>{view.heading}</h1>
              <p aria-live="polite">{view.line}</p>
            </div>
            <SearchSortField view={view.filters} />
          </div>
          {view.understood && <Understood read={view.understood} />}
          {view.cards.length > 0 ? <ListingCards cards={view.cards} says={view.cardLabels} eager={3} heading="h2" /> : <Nothing view={view} />}
          {view.pages && <Pages pages={view.pages} label={says.pages} />}
        </div>
      </div>
    </>
  );
}

const Understood = ({ read }: { read: NonNullable<ListingsView['understood']> }) => (
  <div className={classes.understood}>
    <span>{read.label}</span>
    {read.chips.map((chip) => (
      <ChipLink key={chip.name + chip.label} chip={chip} />
    ))}
    {read.rest && <span>{read.rest}</span>}
  </div>
);

/** Without results: one filter less at a time, with the number of homes. */
const Nothing = ({ view }: { view: ListingsView }) => (
  <div className={classes.nothing}>
    <h2>{view.says.none}</h2>
    <p>{view.says.noneText}</p>
    {view.relax.length > 0 && (
      <ul>
        {view.relax.map((one) => (
          <li key={one.href}>
            <a href={one.href} data-soft>
              <span>{one.label}</span>
              <b>{one.shown}</b>
            </a>
          </li>
        ))}
      </ul>
    )}
    {view.clear && (
      <Button variant="default" href={view.clear.href} soft>
        {view.clear.label}
      </Button>
    )}
  </div>
);

const Pages = ({ pages, label }: { pages: NonNullable<ListingsView['pages']>; label: string }) => (
  <nav className={classes.pages} aria-label={label}>
    {pages.previous && (
      <Button variant="default" size="md" href={pages.previous.href} soft rel="prev">
        {pages.previous.label}
      </Button>
    )}
    <span>{pages.label}</span>
    {pages.next && (
      <Button variant="default" size="md" href={pages.next.href} soft rel="next">
        {pages.next.label}
      </Button>
    )}
  </nav>
);
