import { useParams } from 'react-router';
import { parseAddressId } from '#web/client/address-id.ts';
import { UnitFrame } from '#web/unit/unit-layout.tsx';
import { MediaPage } from './page.tsx';

export default function UnitMedia() {
  const id = parseAddressId(useParams().id);
  return (
    <UnitFrame id={id}>
      <MediaPage of={{ unit_id: id }} />
    </UnitFrame>
  );
}
