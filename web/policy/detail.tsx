import { useParams } from 'react-router';
import { addressId } from '#web/client/address-id.ts';
import { PolicyEditor } from './editor.tsx';
import { PolicyView } from './view.tsx';

/** One address for reading, writing and rewriting: `new` in place of an id writes a new one. */
export default function PolicyDetail() {
  const { id } = useParams();
  return id === 'new' ? <PolicyEditor policy={null} /> : <PolicyView id={addressId(id)} />;
}
