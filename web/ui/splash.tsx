import { BrandMark, PindoPattern } from './brand.tsx';
import classes from './error.module.css';

/** Shown while the first screen of a dashboard loads. It needs no script. */
export const SplashScreen = ({ brand, label }: { brand: string; label: string }) => (
  <main className={classes.splash}>
    <div className={classes.sway}>
      <BrandMark size={64} />
    </div>
    <div className={classes.name}>{brand}</div>
    <div className={classes.spinner} data-motion="needed" role="status" aria-label={label} />
    <div className={classes.foot}>
      <PindoPattern h={14} />
    </div>
  </main>
);
