import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { FavouriteButton } from '#web/finding/favourite-button.tsx';
import { waitUntilNear } from '#web/layout/island.tsx';
import { CompareButton } from '#web/portal/card/compare-button.tsx';
import { IconSprite } from '#web/portal/icon-sprite.tsx';
import type { PropertyPageData } from '#web/portal/property-load.ts';
import { ShareButtons } from '#web/portal/share.tsx';
import { IconCheck, IconMapPin, IconShieldCheckFilled, IconStar } from '#web/ui/icons.ts';
import { useIsMounted } from '#web/ui/public/use-alive.ts';
import classes from '../property.module.css';

export const PropertyPageSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.block}>
    <h2>{title}</h2>
    {children}
  </section>
);

type HeadView = Pick<PropertyPageData, 'name' | 'where' | 'verified' | 'facts' | 'share' | 'says'> & { rating: { avg: string; text: string } | null };

export const PropertyHeading = ({ view, compareId }: { view: HeadView; compareId: number | null }) => (
  <header className={classes.head}>
    <IconSprite />
    <div className={classes.titleRow}>
      <div>
        <h1>{view.name}</h1>
        <p className={classes.where}>
          <IconMapPin size={17} aria-hidden />
          {view.where}
        </p>
      </div>
      <div className={classes.tools}>
        {compareId !== null && <FavouriteButton id={compareId} title={view.name} label />}
        {compareId !== null && (
          <CompareButton id={compareId} label={view.says.compare}>
            {view.says.compare}
          </CompareButton>
        )}
        <ShareButtons share={view.share} />
      </div>
    </div>
    {(view.verified || view.rating) && (
      <p className={classes.trust}>
        {view.verified && (
          <span>
            <IconShieldCheckFilled size={17} aria-hidden />
            <b>{view.verified.short}</b>
          </span>
        )}
        {view.rating && (
          <span>
            <IconStar size={16} aria-hidden />
            <b>{view.rating.avg}</b> {view.rating.text}
          </span>
        )}
      </p>
    )}
    <dl className={classes.facts}>
      {view.facts.map(([value, label]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </header>
);

/** Plain text with the author's line breaks. */
export const TextParagraphs = ({ text }: { text: string }) => (
  <div className={classes.text}>
    {text
      .split(/\n{2,}/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map((part) => (
        <p key={part}>{part}</p>
      ))}
  </div>
);

export const FactPairs = ({ pairs }: { pairs: readonly (readonly [string, string])[] }) => (
  <dl className={classes.pairs}>
    {pairs.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

export const AmenityGroups = ({ title, groups }: { title: string; groups: PropertyPageData['amenities'] }) =>
  groups.length === 0 ? null : (
    <PropertyPageSection title={title}>
      <div className={classes.amenities}>
        {groups.map((group) => (
          <div key={group.title}>
            <h3>{group.title}</h3>
            <ul>
              {group.items.map((item) => (
                <li key={item}>
                  <IconCheck size={17} aria-hidden />
                  {item}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </PropertyPageSection>
  );

export const VerificationChecks = ({ title, verified }: { title: string; verified: PropertyPageData['verified'] }) =>
  verified && (
    <PropertyPageSection title={title}>
      <p className={classes.quiet}>{verified.text}</p>
      <ul className={classes.checks}>
        {verified.checks.map((check) => (
          <li key={check}>
            <IconShieldCheckFilled size={16} aria-hidden />
            {check}
          </li>
        ))}
      </ul>
    </PropertyPageSection>
  );

// A separate bundle; the map engine loads only when it comes into view.
const PinMap = lazy(() => import('#web/base-map/pin-map.tsx').then((module) => ({ default: module.PinMap })));

/** The map loads when it comes into view, because it is larger than the page. */
export function PropertyMapSection({ title, map }: { title: string; map: PropertyPageData['map'] }) {
  const alive = useIsMounted();
  const [reached, setReached] = useState(false);
  useEffect(() => {
    if (alive) void waitUntilNear('where').then(() => setReached(true));
  }, [alive]);
  return (
    <PropertyPageSection title={title}>
      {alive &&
        (reached ? (
          <Suspense fallback={<div className={classes.mapWait} />}>
            <PinMap lat={map.lat} lng={map.lng} circle={!map.exact} label={title} />
          </Suspense>
        ) : (
          <div id="where" className={classes.mapWait} />
        ))}
      {map.landmark && <p>{map.landmark}</p>}
      <p className={classes.quiet}>{map.text}</p>
      <p className={classes.more}>
        <a href={map.href} data-soft>
          {map.more}
        </a>
      </p>
    </PropertyPageSection>
  );
}
