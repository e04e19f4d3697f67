import { useParams } from 'react-router';
import { UnitFrame } from '#web/unit/frame.tsx';
import { MediaPage } from './page.tsx';

export default function UnitMedia() {
  const id = Number(useParams().id) || 0;
  return (
    <UnitFrame id={id}>
      <MediaPage of={{ unit_id: id }} />
    </UnitFrame>
  );
}
