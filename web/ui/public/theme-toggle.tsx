import { cx } from '../cx.ts';
import { IconMoon, IconSun } from '../icons.ts';
import { toggleScheme } from './scheme.ts';
import classes from './theme-toggle.module.css';

/** The page contains both icons and CSS shows one, because the server cannot know the reader's scheme. */
export const ThemeToggle = ({ label }: { label: string }) => (
  <button type="button" className={classes.toggle} aria-label={label} title={label} onClick={toggleScheme}>
    <IconMoon size={19} className={cx(classes.moon)} aria-hidden />
    <IconSun size={19} className={cx(classes.sun)} aria-hidden />
  </button>
);
