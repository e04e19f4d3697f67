import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router';
import { mapPublicScreens } from '#contract/map/public.ts';
import { addViewParams } from '#contract/map/view.ts';
import { readServerFunctions } from '#web/client/load.ts';
import { SaveSearchButton } from '#web/finding/save-search.tsx';
import { makeScreenHandle } from '#web/layout/current-screen.ts';
import { ListingCards } from '#web/portal/card/cards.tsx';
import { getCardLabels } from '#web/portal/labels.ts';
import { buildSearchHref, pickSearchFilters } from '#web/portal/search/query.ts';
import { IconList, IconMap } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Button } from '#web/ui/public/button.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { formatFilterSummary, useFilterSheet } from './filters.tsx';
import { loadMapSearch } from './load-search.ts';
import type { SelectedMapPin } from './pins.ts';
import classes from './search.module.css';
import { SearchMap } from './search-map.tsx';
import { MapListingSheet } from './sheet.tsx';
import { markPropertyVisited } from './visited-properties.ts';

export const handle = makeScreenHandle(mapPublicScreens.search, m.screens_map_search);

export async function loader({ context, request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const found = await loadMapSearch(context, params);
  return {
    ...found,
    says: getCardLabels(),
    page: { title: m.screens_map_search(), description: m.map_description({ product: readServerFunctions(context).product }) },
  };
}

/** A list and a map of the same homes: each updates the other, and the URL holds the state. */
export default function MapSearchPage() {
  const found = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const navigate = useNavigate();
  const busy = useNavigation().state !== 'idle';
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const [listed, setListed] = useState(false);
  const [picked, setPicked] = useState<SelectedMapPin | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useMarked(list, found.spots, over ?? picked?.property ?? null);
  const go = (next: URLSearchParams, replace = false) => void navigate(buildSearchHref('/mapsearch', next), { replace, preventScrollReset: true });
  const spotOf = (target: EventTarget | null) => {
    const href = target instanceof Element ? target.closest('a[href]')?.getAttribute('href') : null;
    return found.spots.find((spot) => spot.href === href) ?? null;
  };
  useOpened(list, spotOf);
  const filters = useFilterSheet(useMemo(() => addViewParams(params, found.view), [params, found.view]));
  const homes = { count: found.count, shown: found.capped ? `${found.count}+` : String(found.count) };
  return (
    <div className={classes.split} data-listed={listed || undefined}>
      <div className={classes.list} ref={list} aria-busy={busy}>
        <div className={classes.head}>
          <div>
            <h1>{m.map_homes_here(homes)}</h1>
            <p>{formatFilterSummary(params)}</p>
          </div>
          <div className={classes.headTools}>
            {filters.button()}
            <SaveSearchButton name={formatFilterSummary(params)} query={pickSearchFilters(addViewParams(params, found.view)).toString()} />
          </div>
        </div>
        <noscript>
          <Note tone="info">
            {m.map_no_script()} <a href={buildSearchHref('/listings', params)}>{m.map_to_listings()}</a>
          </Note>
        </noscript>
        {found.cards.length === 0 ? (
          <div className={classes.none}>
            <p>{m.map_none()}</p>
            <Button variant="default" href="/mapsearch">
              {m.map_start_again()}
            </Button>
          </div>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: only follows where the visitor looks; every card is a link of its own
          <div
            className={classes.cards}
            onMouseOver={(event) => setOver(spotOf(event.target)?.property ?? null)}
            onMouseLeave={() => setOver(null)}
            onFocus={(event) => setOver(spotOf(event.target)?.property ?? null)}
            onBlur={() => setOver(null)}
          >
            <ListingCards cards={found.cards} says={found.says} eager={4} heading="h2" />
          </div>
        )}
        <Pages params={params} page={found.at} next={found.next} />
        <button type="button" className={classes.toMap} onClick={() => setListed(false)}>
          <IconMap size={17} aria-hidden />
          {m.map_show_map()}
        </button>
      </div>
      <SearchMap
        params={params}
        found={found}
        over={over}
        onOver={setOver}
        onPick={(next) => {
          setPicked(next);
          if (next) markPropertyVisited(next.property);
        }}
        onMoved={(view) => go(addViewParams(params, view), true)}
        go={go}
        filters={filters.button(classes.mapFilters)}
      >
        <MapListingSheet picked={picked} params={params} first={found.cards[0] ?? null} says={found.says} close={() => setPicked(null)}>
          <h1>{m.map_homes_here(homes)}</h1>
          <button type="button" className={classes.textButton} onClick={() => setListed(true)}>
            <IconList size={16} aria-hidden />
            {m.map_show_list()}
          </button>
        </MapListingSheet>
      </SearchMap>
      {filters.sheet}
    </div>
  );
}

function Pages({ params, page, next }: { params: URLSearchParams; page: number; next: string | null }) {
  const to = (number: number, after: string | null) => {
    const made = new URLSearchParams(params);
    made.delete('after');
    made.delete('page');
    if (number > 1) made.set('page', String(number));
    if (after) made.set('after', after);
    return buildSearchHref('/mapsearch', made);
  };
  if (page === 1 && !next) return null;
  return (
    <nav className={classes.pages} aria-label={m.map_pages()}>
      {page > 1 && <AppLink href={to(page - 1, null)}>{m.shell_page_previous()}</AppLink>}
      {next && <AppLink href={to(page + 1, next)}>{m.shell_page_next()}</AppLink>}
    </nav>
  );
}

/** A card that was opened is marked as visited on the map. */
function useOpened(list: RefObject<HTMLDivElement | null>, spotOf: (target: EventTarget | null) => { property: number } | null) {
  const told = useRef(spotOf);
  told.current = spotOf;
  useEffect(() => {
    const box = list.current;
    const opened = (event: MouseEvent) => markPropertyVisited(told.current(event.target)?.property ?? 0);
    box?.addEventListener('click', opened);
    return () => box?.removeEventListener('click', opened);
  }, [list]);
}

/** Marks the cards of a property whose pin is hovered or focused. */
function useMarked(list: RefObject<HTMLDivElement | null>, spots: readonly { property: number; href: string }[], property: number | null) {
  useEffect(() => {
    const hrefs = new Set(spots.filter((spot) => spot.property === property).map((spot) => spot.href));
    for (const link of list.current?.querySelectorAll('li > a[href]') ?? []) {
      link.parentElement?.toggleAttribute('data-on', hrefs.has(link.getAttribute('href') ?? ''));
    }
  }, [list, spots, property]);
}
