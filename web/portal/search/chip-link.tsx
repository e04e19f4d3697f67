import { IconX } from '#web/ui/icons.ts';
import classes from '../listings.module.css';
import type { ChipView } from './chips-view.ts';

/** A filter that is on; pressing it takes it off. */
export const ChipLink = ({ chip }: { chip: ChipView }) => (
  <a href={chip.remove} data-soft className={classes.chip} aria-label={chip.removeLabel}>
    {chip.label}
    <IconX size={14} aria-hidden />
  </a>
);
