import 'react-easy-crop/react-easy-crop.css';
import { Button, Slider } from '@mantine/core';
import { useId, useState } from 'react';
import EasyCrop, { type Area } from 'react-easy-crop';
import { m } from '#words/messages.js';
import classes from './people.module.css';

/** Twice the largest display size; larger files would only cost mobile data. */
const side = 512;

/** Crops the chosen square into a new file; the browser applies the camera's rotation. */
async function cut(source: string, area: Area): Promise<Blob> {
  const image = new Image();
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('no canvas');
  // Transparent pictures get a white background instead of a black one.
  pen.fillStyle = 'white';
  pen.fillRect(0, 0, side, side);
  pen.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/jpeg', 0.9));
}

type CropperProps = { source: string; busy: boolean; cancel: () => void; save: (file: Blob) => void; broken: () => void };

export default function PictureCropper({ source, busy, cancel, save, broken }: CropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const zoomLabel = useId();
  const fail = () => {
    broken();
    cancel();
  };
  const finish = () => {
    if (area) cut(source, area).then(save, fail);
  };
  return (
    <>
      <div className={classes.crop}>
        <EasyCrop
          image={source}
          crop={crop}
          zoom={zoom}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ onError: fail }}
          disableAutomaticStylesInjection
        />
      </div>
      <p className={classes.help}>{m.profile_crop_help()}</p>
      <p className={classes.legend} id={zoomLabel}>
        {m.profile_crop_zoom()}
      </p>
      <Slider
        aria-labelledby={zoomLabel}
        thumbLabel={m.profile_crop_zoom()}
        label={null}
        min={1}
        max={3}
        step={0.05}
        value={zoom}
        onChange={setZoom}
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={cancel} disabled={busy}>
          {m.shell_cancel()}
        </Button>
        <Button loading={busy} disabled={!area} onClick={finish}>
          {m.profile_crop_save()}
        </Button>
      </div>
    </>
  );
}
