import { BrandLogo, PindoPattern, SwahiliProverb } from './brand.tsx';
import { cx } from './cx.ts';
import classes from './error.module.css';
import { AppLink } from './link.tsx';
import { Button } from './public/button.tsx';
import { useIsMounted } from './public/use-alive.ts';

export interface ErrorPageProps {
  /** The product name beside the logo. */
  brand: string;
  brandLabel: string;
  status: number;
  title: string;
  text: string;
  homeLabel: string;
  homeHref?: string;
  /** The link to the previous page; left out if there is none. */
  backLabel?: string;
  saying?: { sw: string; meaning: string };
  artSrc: string;
  /** The same street at night. The browser loads only the displayed picture. */
  artNightSrc?: string;
}

export function ErrorPage({
  brand,
  brandLabel,
  status,
  title,
  text,
  homeLabel,
  homeHref = '/',
  backLabel,
  saying,
  artSrc,
  artNightSrc,
}: ErrorPageProps) {
  const alive = useIsMounted();
  return (
    <div className={classes.root}>
      <header className={classes.head}>
        <AppLink href="/" aria-label={brandLabel}>
          <BrandLogo name={brand} size={26} />
        </AppLink>
      </header>
      <main id="main" className={classes.body}>
        <div className={classes.code}>{status}</div>
        <h1>{title}</h1>
        <p className={classes.text}>{text}</p>
        <div className={classes.actions}>
          <Button size="md" href={homeHref}>
            {homeLabel}
          </Button>
          {backLabel && alive && (
            <Button size="md" variant="default" onClick={() => history.back()}>
              {backLabel}
            </Button>
          )}
        </div>
        {saying && (
          <div className={classes.saying}>
            <SwahiliProverb {...saying} />
          </div>
        )}
      </main>
      <img className={cx(classes.street, artNightSrc && classes.day)} src={artSrc} alt="" loading="lazy" />
      {artNightSrc && <img className={cx(classes.street, classes.night)} src={artNightSrc} alt="" loading="lazy" />}
      <PindoPattern h={14} />
    </div>
  );
}
