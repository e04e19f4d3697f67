import { useState } from 'react';
import { parseFrameUrl } from '#contract/media/frames.ts';
import { cx } from '../cx.ts';
import { IconPlayerPlay } from '../icons.ts';
import classes from './film.module.css';

export interface VideoPlayerProps {
  /** A video of this site, or an address on one of the allowed hosts. */
  url: string;
  /** The title of the video, which names the frame. */
  title: string;
  /** The label of the button, such as "Show the tour from kuula.co". Nothing is loaded from another host before a press. */
  showLabel: string;
  className?: string | undefined;
}

/** A video or virtual tour. Content of another host is loaded only after a press, because loading would reveal the reader to that host. */
export function VideoPlayer({ url, title, showLabel, className }: VideoPlayerProps) {
  const [shown, setShown] = useState(false);
  const frame = parseFrameUrl(url);
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
