import { useParams } from 'react-router';
import { PropertyFrame } from '#web/property/frame.tsx';
import { MediaPage } from './page.tsx';

export default function PropertyMedia() {
  const id = Number(useParams().id) || 0;
  return (
    <PropertyFrame id={id}>
      <MediaPage of={{ property_id: id }} />
    </PropertyFrame>
  );
}
