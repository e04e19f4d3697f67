import { IconX } from '#web/ui/icons.ts';
import classes from '../listings.module.css';
import type { ChipView } from './chips-view.ts';

/** An active filter; pressing it removes it. */
export const ChipLink = ({ chip }: { chip: ChipView }) => (
  <a href={chip.remove} data-soft className={classes.chip} aria-label={chip.removeLabel}>
    {chip.label}
    <IconX size={14} aria-hidden />
  </a>
);
