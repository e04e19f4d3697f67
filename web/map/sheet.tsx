import { type ReactNode, useEffect, useState } from 'react';
import type { SearchResponse } from '#contract/search/calls.ts';
import { useApp } from '#web/layout/app.tsx';
import type { ListingCardView } from '#web/portal/card/card-view.ts';
import { IconSprite, SpriteIcon } from '#web/portal/icon-sprite.tsx';
import { pickSearchFilters } from '#web/portal/search/query.ts';
import { IconX } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ResponsivePicture } from '#web/ui/public/pic.tsx';
import { m } from '#words/messages.js';
import type { SelectedMapPin } from './pins.ts';
import classes from './search.module.css';

/** The listings at one pin: the units of a property share a position, so the search uses that position. */
async function offersAt(picked: SelectedMapPin, params: URLSearchParams, signal: AbortSignal): Promise<SearchResponse['results']> {
  const asked = pickSearchFilters(params);
  // Cells are centres of mass: one with a single home locates it within a few metres.
  const rim = picked.property > 0 ? 0.000_02 : 0.0006;
  asked.set('bbox', [picked.lng - rim, picked.lat - rim, picked.lng + rim, picked.lat + rim].map((d) => d.toFixed(6)).join(','));
  const answer = await fetch(`/api/v2/search/listings/?${asked}`, { signal });
  if (!answer.ok) return [];
  const { results } = (await answer.json()) as SearchResponse;
  const own = picked.property > 0 ? results.filter((card) => card.property.id === picked.property) : results.slice(0, 1);
  return own;
}

/** On a phone a sheet below the map; on a desktop a card over it after a press on a pin. */
export function MapListingSheet({
  picked,
  params,
  first,
  says,
  close,
  children,
}: {
  picked: SelectedMapPin | null;
  params: URLSearchParams;
  first: ListingCardView | null;
  says: { moveIn: string };
  close: () => void;
  children: ReactNode;
}) {
  const { locale } = useApp();
  const [cards, setCards] = useState<readonly ListingCardView[]>([]);
  useEffect(() => {
    setCards([]);
    if (!picked) return undefined;
    const mine = new AbortController();
    // The card view is loaded with the first pressed pin, because the page brings its own cards already rendered.
    Promise.all([offersAt(picked, params, mine.signal), import('#web/portal/card/card-view.ts')]).then(
      ([found, { toListingCardView: cardView }]) => void (mine.signal.aborted || setCards(found.map((card) => cardView(card, locale)))),
      // The user pressed another pin or lost the connection. The list still works.
      () => undefined,
    );
    return () => mine.abort();
  }, [picked, params, locale]);
  const shown = picked ? cards : first ? [first] : [];
  return (
    <div className={classes.sheet} data-picked={picked ? true : undefined}>
      <div className={classes.grip} aria-hidden="true" />
      <div className={classes.sheetHead}>
        {children}
        {picked && (
          <button type="button" className={classes.close} onClick={close} aria-label={m.shell_close()}>
            <IconX size={18} aria-hidden />
          </button>
        )}
      </div>
      <IconSprite />
      <ul className={classes.rows} aria-live="polite">
        {shown.map((card) => (
          <li key={card.id}>
            <RowCard card={card} moveIn={says.moveIn} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A horizontal card: picture left, facts right. */
const RowCard = ({ card, moveIn }: { card: ListingCardView; moveIn: string }) => (
  <AppLink href={card.href} className={classes.row}>
    <span className={classes.rowPhoto}>
      {card.picture && <ResponsivePicture picture={{ ...card.picture, alt: '' }} sizes="130px" className={classes.rowPic} />}
    </span>
    <span className={classes.rowBody}>
      <b className={classes.rowPrice}>
        {card.price} <small>{card.per}</small>
      </b>
      <span className={classes.rowTitle}>{card.title}</span>
      <span className={classes.rowPlace}>{card.place}</span>
      <span className={classes.rowFacts}>
        {card.facts.map(([sign, text]) => (
          <span key={sign}>
            <SpriteIcon name={sign} />
            {text}
          </span>
        ))}
      </span>
      {card.moveIn && (
        <span className={classes.rowPlace}>
          {moveIn} <b>{card.moveIn}</b>
        </span>
      )}
    </span>
  </AppLink>
);
