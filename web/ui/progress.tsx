import { type CSSProperties, useEffect, useState } from 'react';
import classes from './progress.module.css';
import type { ToneColor } from './theme/tokens.ts';

export interface ProgressBarProps {
  active: boolean;
  label: string;
  /** The height in pixels. */
  height: number;
  /** The duration of the first, long part in milliseconds. */
  duration: number;
  color: ToneColor;
}

/** The progress bar along the top edge while the next page loads. */
export function ProgressBar({ active, label, height, duration, color }: ProgressBarProps) {
  const [state, setState] = useState<'idle' | 'running' | 'done'>(active ? 'running' : 'idle');
  useEffect(() => {
    setState((old) => (active ? 'running' : old === 'running' ? 'done' : old));
    if (active) return;
    const timer = setTimeout(() => setState('idle'), 320);
    return () => clearTimeout(timer);
  }, [active]);
  const style: CSSProperties & Record<`--${string}`, string> = {
    '--h': `${height}px`,
    '--time': `${duration}ms`,
    '--fill': `var(--mantine-color-${color}-5)`,
  };
  return (
    <div
      className={classes.bar}
      data-state={state}
      style={style}
      role="progressbar"
      aria-label={label}
      aria-hidden={state !== 'running'}
      aria-busy={state === 'running'}
    />
  );
}
