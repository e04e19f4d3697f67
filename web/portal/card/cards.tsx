import { memo } from 'react';
import { FavouriteButton } from '#web/finding/favourite-button.tsx';
import { CachedFragments } from '#web/layout/fragment-cache.tsx';
import { IconSprite, SpriteIcon, VerifiedShield } from '#web/portal/icon-sprite.tsx';
import { cx } from '#web/ui/cx.ts';
import { ResponsivePicture } from '#web/ui/public/pic.tsx';
import type { ListingCardView } from './card-view.ts';
import classes from './cards.module.css';
import { CompareButton } from './compare-button.tsx';

const sizes = '(max-width: 56em) 92vw, 300px';

export interface ListingCardsProps {
  cards: readonly ListingCardView[];
  /** "Move in with" and "Compare", provided once by the loader. */
  says: { moveIn: string; compare: string };
  /** A single row of four that scrolls on a phone. */
  strip?: boolean;
  /** The number of covers visible at once. */
  eager?: number;
  /** One level below the section's heading. */
  heading?: 'h2' | 'h3';
}

/** Cards in the first HTML. Each is one link that the router follows without a page load (soft-links.ts). */
export const ListingCards = ({ cards, says, strip = false, eager = 0, heading = 'h3' }: ListingCardsProps) => (
  <>
    <IconSprite />
    <CachedFragments
      Tag="ul"
      className={cx(classes.grid, strip && classes.strip)}
      name={`card ${heading} ${says.moveIn} ${says.compare}`}
      items={cards.map((card, at) => [card, at < eager] as const)}
    >
      {([card, first]) => <Card key={card.id} card={card} says={says} eager={first} Title={heading} />}
    </CachedFragments>
  </>
);

const Card = memo(function Card({
  card,
  says,
  eager,
  Title,
}: {
  card: ListingCardView;
  says: ListingCardsProps['says'];
  eager: boolean;
  Title: 'h2' | 'h3';
}) {
  return (
    <li className={classes.card}>
      <a href={card.href} data-soft data-featured={card.featured ? card.id : undefined} className={classes.link}>
        <div className={classes.frame}>
          {card.picture && <ResponsivePicture picture={card.picture} sizes={sizes} eager={eager} className={classes.photo} />}
          <div className={classes.tags}>
            {card.featured && <span data-kind="featured">{card.featured}</span>}
            {card.verified && (
              <span>
                <VerifiedShield />
                {card.verified}
              </span>
            )}
          </div>
          {card.photos && <span className={classes.count}>{card.photos}</span>}
        </div>
        <div className={classes.body}>
          <div className={classes.price}>
            {card.price}
            {card.per && <span className={classes.per}> {card.per}</span>}
          </div>
          {card.promotion && <div className={classes.promotion}>{card.promotion}</div>}
          {card.month && <div className={classes.place}>{card.month}</div>}
          <Title className={classes.title}>{card.title}</Title>
          <div className={classes.place}>{card.place}</div>
          <div className={classes.facts}>
            {card.building?.homes}
            {card.facts.map(([sign, text]) => (
              <span key={sign}>
                <SpriteIcon name={sign} />
                {text}
              </span>
            ))}
          </div>
          {card.moveIn && (
            <div className={classes.moveIn}>
              {says.moveIn} <b>{card.moveIn}</b>
            </div>
          )}
        </div>
      </a>
      {card.building ? (
        <details className={classes.units}>
          <summary>{card.building.pick}</summary>
          <ul>
            {card.building.units.map((unit) => (
              <li key={unit.id}>
                <a href={unit.href} data-soft>
                  {unit.name} <b>{unit.price}</b>
                </a>
                <FavouriteButton id={unit.id} title={unit.title} />
                <CompareButton id={unit.id} label={`${says.compare}: ${unit.title}`} />
              </li>
            ))}
          </ul>
          <a href={card.building.all.href} data-soft>
            {card.building.all.label}
          </a>
        </details>
      ) : (
        <>
          <span className={classes.heart}>
            <FavouriteButton id={card.id} title={card.title} />
          </span>
          <CompareButton id={card.id} label={`${says.compare}: ${card.title}`} className={classes.compare} />
        </>
      )}
    </li>
  );
});
