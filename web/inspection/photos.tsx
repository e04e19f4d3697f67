import { useEffect, useState } from 'react';
import type { InspectionPhoto } from '#contract/inspection/shapes.ts';
import { useApp } from '#web/layout/app.tsx';
import { m } from '#words/messages.js';
import classes from './inspection.module.css';
import { readOfflinePicture } from './offline-store.ts';

/** Thumbnails that open the full photo; offline, the saved copies. */
export function InspectionPhotos({ of, name, small = false }: { of: readonly InspectionPhoto[]; name: string; small?: boolean }) {
  if (of.length === 0) return null;
  return (
    <div className={classes.photos} data-small={small || undefined}>
      {of.map((photo, at) => (
        <a key={photo.id} href={photo.url} target="_blank" rel="noreferrer">
          <Picture photo={photo} alt={m.inspection_photo_of({ name, n: at + 1 })} />
          {photo.late && <span className={classes.quiet}>{m.inspection_late()}</span>}
        </a>
      ))}
    </div>
  );
}

function Picture({ photo, alt }: { photo: InspectionPhoto; alt: string }) {
  const { user } = useApp();
  const [kept, setKept] = useState<Blob | null>(null);
  const instead = () => {
    if (!kept) void readOfflinePicture(user?.id ?? null, photo.id).then(setKept);
  };
  if (kept) return <LocalPicture blob={kept} alt={alt} />;
  return <img src={photo.url} alt={alt} loading="lazy" width={96} height={72} onError={instead} />;
}

/** A photo stored on this device. */
export function LocalPicture({ blob, alt }: { blob: Blob; alt: string }) {
  const [src, setSrc] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setSrc(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return src ? <img src={src} alt={alt} width={96} height={72} /> : null;
}
