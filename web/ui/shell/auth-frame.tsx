import type { ReactNode } from 'react';
import { BrandLogo, PindoPattern, SwahiliProverb } from '../brand.tsx';
import { AppLink } from '../link.tsx';
import classes from './auth-frame.module.css';

export interface AuthFrameProps {
  brand: string;
  brandLabel: string;
  skipLabel: string;
  /** The content right of the logo: language switch or "Step 1 of 4". */
  top?: ReactNode;
  /** Legal notes under the form. */
  foot?: ReactNode;
  saying?: { sw: string; meaning: string };
  /** The picture of the street at dusk, in both colour schemes. */
  artSrc: string;
  children: ReactNode;
}

/** The form column and the picture of the street. The picture only repeats the form's message, so screen readers skip it. */
export const AuthFrame = ({ brand, brandLabel, skipLabel, top, foot, saying, artSrc, children }: AuthFrameProps) => (
  <div className={classes.root}>
    <a href="#main" className="skip">
      {skipLabel}
    </a>
    <div className={classes.form}>
      <header className={classes.top}>
        <AppLink href="/" aria-label={brandLabel}>
          <BrandLogo name={brand} size={27} />
        </AppLink>
        {top}
      </header>
      <main id="main" tabIndex={-1} className={classes.box}>
        {children}
      </main>
      <footer className={classes.foot}>{foot}</footer>
    </div>
    <aside className={classes.art} aria-hidden="true">
      {saying && (
        <div className={classes.saying}>
          <SwahiliProverb {...saying} plain />
        </div>
      )}
      <img className={classes.street} src={artSrc} alt="" />
      <PindoPattern h={18} />
    </aside>
  </div>
);
