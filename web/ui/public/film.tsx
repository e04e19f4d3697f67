import { useState } from 'react';
import { frameOf } from '#contract/media/frames.ts';
import { cx } from '../cx.ts';
import { IconPlayerPlay } from '../icons.ts';
import classes from './film.module.css';

export interface FilmProps {
  /** A film of ours, or an address on one of the hosts we show. */
  url: string;
  /** What it shows; names the frame. */
  title: string;
  /** "Show the tour from kuula.co": nothing of another host is loaded before it is pressed. */
  showLabel: string;
  className?: string | undefined;
}

/** A film or a virtual tour. Content of another host is loaded only after a click, so that the host does not learn about the reader before. */
export function Film({ url, title, showLabel, className }: FilmProps) {
  const [shown, setShown] = useState(false);
  const frame = frameOf(url);
  if (!frame)
    return (
      // biome-ignore lint/a11y/useMediaCaption: films of homes are sent in by their holders, who have no captions for them
      <video className={cx(classes.film, className)} src={url} controls preload="none" aria-label={title} />
    );
  if (!shown)
    return (
      <button type="button" className={cx(classes.film, classes.ask, className)} onClick={() => setShown(true)}>
        <IconPlayerPlay size={28} aria-hidden />
        <span>{showLabel}</span>
      </button>
    );
  return (
    <iframe
      className={cx(classes.film, className)}
      src={frame}
      title={title}
      sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"
      allow="fullscreen; accelerometer; gyroscope; xr-spatial-tracking"
      referrerPolicy="strict-origin-when-cross-origin"
    />
  );
}
