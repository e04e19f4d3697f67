import { type CSSProperties, cloneElement, type ReactElement, useId, useState } from 'react';
import classes from './tooltip.module.css';

export interface TooltipProps {
  label: string;
  /** A single element that can receive the focus. */
  children: ReactElement<{ 'aria-describedby'?: string | undefined }>;
  side?: 'top' | 'bottom';
  align?: 'start' | 'center' | 'end';
  /** The delay before the tooltip is shown, in milliseconds. */
  delay?: number;
}

/** CSS shows the tooltip on hover and keyboard focus. The only script closes it with Escape, without moving the pointer. */
export function Tooltip({ label, children, side = 'top', align = 'center', delay }: TooltipProps) {
  const id = useId();
  const [shut, setShut] = useState(false);
  const style: CSSProperties & { '--mk-tip-delay'?: string } = delay === undefined ? {} : { '--mk-tip-delay': `${delay}ms` };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: listens for Escape and for the pointer leaving; the child is the control
    <span
      className={classes.wrap}
      data-side={side}
      data-align={align}
      data-shut={shut || undefined}
      style={style}
      onKeyDown={(event) => event.key === 'Escape' && setShut(true)}
      onMouseLeave={() => setShut(false)}
      onBlur={() => setShut(false)}
    >
      {cloneElement(children, { 'aria-describedby': id })}
      <span role="tooltip" id={id} className={classes.tip}>
        {label}
      </span>
    </span>
  );
}
