import type { ReactNode } from 'react';
import { Jina, Logo, Pindo } from '../brand.tsx';
import { A } from '../link.tsx';
import classes from './auth-frame.module.css';

export interface AuthFrameProps {
  brand: string;
  brandLabel: string;
  skipLabel: string;
  /** Right of the logo: language switch or "Step 1 of 4". */
  top?: ReactNode;
  /** Small print under the form. */
  foot?: ReactNode;
  saying?: { sw: string; meaning: string };
  /** The street at dusk; always dusk, in both schemes. */
  artSrc: string;
  children: ReactNode;
}

/** Form column and street. The art repeats only what the form says, so screen readers skip it. */
export const AuthFrame = ({ brand, brandLabel, skipLabel, top, foot, saying, artSrc, children }: AuthFrameProps) => (
  <div className={classes.root}>
    <a href="#main" className="skip">
      {skipLabel}
    </a>
    <div className={classes.form}>
      <header className={classes.top}>
        <A href="/" aria-label={brandLabel}>
          <Logo name={brand} size={27} />
        </A>
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
          <Jina {...saying} plain />
        </div>
      )}
      <img className={classes.street} src={artSrc} alt="" />
      <Pindo h={18} />
    </aside>
  </div>
);
