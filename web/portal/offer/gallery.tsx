import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { IconChevronLeft, IconChevronRight, IconExternalLink, IconPhoto, IconX } from '#web/ui/icons.ts';
import { ResponsivePicture } from '#web/ui/public/pic.tsx';
import classes from './gallery.module.css';
import type { GalleryLabels, MediaView } from './property-view.ts';

const ours = (url: string) => url.startsWith('/');

/** A grid of five pictures that open large. Without scripts each links to its picture. Videos and tours load only on request. */
export function ListingGallery({ media, says }: { media: readonly MediaView[]; says: GalleryLabels }) {
  const box = useRef<HTMLDialogElement>(null);
  const [at, setAt] = useState<number | null>(null);
  const shown = media.filter((one) => one.src !== '' || one.frame !== null);
  const pictures = shown.filter((one) => one.src !== '');
  const others = media.filter((one) => one.kind === 'virtual_tour' || (one.kind === 'video' && one.url && !ours(one.url)));
  if (shown.length === 0 && others.length === 0) return null;
  const open = (one: MediaView | undefined) => (event: MouseEvent) => {
    const index = one ? shown.indexOf(one) : -1;
    if (index < 0) return;
    event.preventDefault();
    setAt(index);
    box.current?.showModal();
  };
  // On the dialog itself, which has the focus when it opens.
  const onKey = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by !== 0) setAt((now) => (now === null ? now : (now + by + shown.length) % shown.length));
  };
  return (
    <div className={classes.gallery} data-few={pictures.length < 5 || undefined}>
      {pictures.slice(0, 5).map((one, index) => (
        <a key={one.id} href={one.src} onClick={open(one)} className={classes.cell}>
          <ResponsivePicture
            picture={one}
            sizes={index === 0 ? '(max-width: 56em) 100vw, 620px' : '310px'}
            eager={index === 0}
            className={classes.pic}
          />
        </a>
      ))}
      <div className={classes.buttons}>
        {pictures.length > 0 && (
          <a href={pictures[0]?.src ?? ''} onClick={open(pictures[0])}>
            <IconPhoto size={16} aria-hidden />
            {says.photos}
          </a>
        )}
        {others.map((one) => (
          <a key={one.id} href={one.url ?? ''} target="_blank" rel="noopener noreferrer" onClick={open(one.frame ? one : undefined)}>
            <IconExternalLink size={16} aria-hidden />
            {one.kind === 'video' ? says.films : says.tour}
          </a>
        ))}
      </div>
      <dialog ref={box} className={classes.box} aria-label={says.gallery} onClose={() => setAt(null)} onKeyDown={onKey}>
        {at !== null && <Large shown={shown} at={at} go={setAt} says={says} close={() => box.current?.close()} />}
      </dialog>
    </div>
  );
}

type LargeProps = { shown: readonly MediaView[]; at: number; go: (at: number) => void; says: GalleryLabels; close: () => void };

function Large({ shown, at, go, says, close }: LargeProps) {
  const one = shown[at];
  const turn = (by: number) => go((at + by + shown.length) % shown.length);
  if (!one) return null;
  return (
    <div className={classes.large}>
      <div className={classes.top}>
        <span aria-live="polite">
          {at + 1} / {shown.length}
        </span>
        <button type="button" onClick={close} aria-label={says.close}>
          <IconX size={22} aria-hidden />
        </button>
      </div>
      <div className={classes.stage}>
        {one.frame ? (
          <iframe src={one.frame} title={one.caption || one.alt} allow="fullscreen; xr-spatial-tracking; gyroscope; accelerometer" allowFullScreen />
        ) : one.kind === 'video' && one.url ? (
          // biome-ignore lint/a11y/useMediaCaption: owners' films of rooms carry no speech
          <video src={one.url} poster={one.src} controls preload="none" />
        ) : (
          <ResponsivePicture key={one.id} picture={one} sizes="100vw" eager className={classes.whole} />
        )}
      </div>
      <p className={classes.caption}>{one.caption || one.alt}</p>
      {shown.length > 1 && (
        <>
          <button type="button" className={classes.turn} data-side="left" onClick={() => turn(-1)} aria-label={says.previous}>
            <IconChevronLeft size={24} aria-hidden />
          </button>
          <button type="button" className={classes.turn} data-side="right" onClick={() => turn(1)} aria-label={says.next}>
            <IconChevronRight size={24} aria-hidden />
          </button>
        </>
      )}
    </div>
  );
}
