import type { ReactNode } from 'react';
import { IconX } from '../icons.ts';
import { AppLink } from '../link.tsx';
import classes from './chip.module.css';

export interface ChipProps {
  children: ReactNode;
  href?: string;
  onClick?: () => void;
  /** The chip is tinted because its filter is active. */
  on?: boolean;
  dashed?: boolean;
  left?: ReactNode;
  /** The address or action that removes the filter, and the label of that button. */
  remove?: { label: string; href?: string; onClick?: () => void };
}

const Part = ({
  href,
  onClick,
  label,
  children,
  ...data
}: {
  href?: string | undefined;
  onClick?: (() => void) | undefined;
  label?: string;
  children: ReactNode;
}) =>
  href === undefined ? (
    <button type="button" className={classes.chip} onClick={onClick} aria-label={label} {...data}>
      {children}
    </button>
  ) : (
    <AppLink href={href} className={classes.chip} onClick={onClick} aria-label={label} {...data}>
      {children}
    </AppLink>
  );

/** A filter or a prepared search. With `remove` the chip has two targets side by side, because a button must not contain a button. */
export function Chip({ children, href, onClick, on = false, dashed = false, left, remove }: ChipProps) {
  const data = { 'data-on': on || undefined, 'data-dashed': dashed || undefined };
  const main = (
    <Part href={href} onClick={onClick} {...data}>
      {left}
      {children}
    </Part>
  );
  if (!remove) return main;
  return (
    <span className={classes.pair}>
      {main}
      <Part href={remove.href} onClick={remove.onClick} label={remove.label} {...data}>
        <IconX size={14} aria-hidden />
      </Part>
    </span>
  );
}

/** Chips in one row, which scrolls sideways on a phone instead of wrapping. */
export const ChipRow = ({ children }: { children: ReactNode }) => <div className={classes.row}>{children}</div>;
