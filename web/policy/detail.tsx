import { useParams } from 'react-router';
import { parseAddressId } from '#web/client/address-id.ts';
import { PolicyEditor } from './editor.tsx';
import { PolicyView } from './view.tsx';

/** One page to read, write and edit a policy: `new` in place of an id creates one. */
export default function PolicyDetail() {
  const { id } = useParams();
  return id === 'new' ? <PolicyEditor policy={null} /> : <PolicyView id={parseAddressId(id)} />;
}
