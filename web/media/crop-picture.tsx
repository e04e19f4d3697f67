import 'react-easy-crop/react-easy-crop.css';
import { useState } from 'react';
import EasyCrop from 'react-easy-crop';

type Area = { x: number; y: number; width: number; height: number };
type CutProps = { source: string; turn: number; aspect: number; still: boolean; cut: (area: Area) => void };

/** Selects a part of a rotated picture and returns fractions of it for the server. */
export default function CropPicture({ source, turn, aspect, still, cut }: CutProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  return (
    <EasyCrop
      image={source}
      crop={still ? { x: 0, y: 0 } : crop}
      zoom={still ? 1 : zoom}
      rotation={turn}
      aspect={aspect}
      objectFit="contain"
      showGrid={!still}
      onCropChange={setCrop}
      onZoomChange={setZoom}
      onCropComplete={({ x, y, width, height }) => cut({ x: x / 100, y: y / 100, width: width / 100, height: height / 100 })}
      disableAutomaticStylesInjection
    />
  );
}
