import { cx } from '../cx.ts';
import { IconMoon, IconSun } from '../icons.ts';
import { toggleScheme } from './scheme.ts';
import classes from './theme-toggle.module.css';

/** Both icons are in the page and CSS shows one: the server cannot know which, and must not guess. */
export const ThemeToggle = ({ label }: { label: string }) => (
  <button type="button" className={classes.toggle} aria-label={label} title={label} onClick={toggleScheme}>
    <IconMoon size={19} className={cx(classes.moon)} aria-hidden />
    <IconSun size={19} className={cx(classes.sun)} aria-hidden />
  </button>
);
