import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import classes from './panel.module.css';

export interface PanelProps {
  title?: ReactNode;
  right?: ReactNode;
  children: ReactNode;
  /** Without padding, for content with its own padding (rows, tables). */
  pad?: boolean;
  className?: string;
}

/** A titled box. A panel does not contain another panel. */
export function Panel({ title, right, children, pad = true, className }: PanelProps) {
  const id = useId();
  return (
    <section className={cx(classes.panel, className)} aria-labelledby={title ? id : undefined}>
      {title && (
        <div className={classes.head}>
          <h2 id={id}>{title}</h2>
          {right}
        </div>
      )}
      {pad ? <div className={classes.body}>{children}</div> : children}
    </section>
  );
}

/** The rows of a panel, separated by thin lines; children are links or divs. */
export const PanelRows = ({ children }: { children: ReactNode }) => <div className={classes.rows}>{children}</div>;

/** A thin line with a word in the middle. */
export const LabelledDivider = ({ children }: { children: ReactNode }) => <div className={classes.or}>{children}</div>;
