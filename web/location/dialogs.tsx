import { useState } from 'react';
import { type AdminLocation, type FoundLocation, locationCalls } from '#contract/location/calls.ts';
import { parentLocationKind } from '#contract/location/kinds.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { m } from '#words/messages.js';
import { LocationPicker } from './picker.tsx';

type Asked = { place: AdminLocation; close: () => void; done: () => void };

const holdings = (place: AdminLocation) => ({
  places: m.location_count({ count: place.children }),
  properties: m.location_properties({ count: place.properties }),
});

export function MoveLocationDialog({ place, close, done }: Asked) {
  const [target, setTarget] = useState<FoundLocation | null>(null);
  const move = useAction(locationCalls.move, { touches: [propertyCalls], inPlace: true, done });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.location_move_title({ name: place.name })}
      confirmLabel={m.location_move_do({ name: place.name })}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={move.isPending}
      ready={target !== null}
      problem={move.problem}
      onConfirm={() => target && move.mutate({ id: place.id, parent_id: target.id, revision: place.revision })}
    >
      <LocationPicker
        label={m.location_move_to()}
        value={target?.id ?? null}
        onChange={(_, found) => setTarget(found)}
        kinds={[parentLocationKind[place.kind] ?? 'country']}
      />
      {target && <p>{m.location_move_text({ name: place.name, target: target.name })}</p>}
    </ConfirmModal>
  );
}

/** Shows what will move before the merge. */
export function MergeLocationDialog({ place, close, done }: Asked) {
  const [target, setTarget] = useState<FoundLocation | null>(null);
  const merge = useAction(locationCalls.merge, { touches: [propertyCalls], inPlace: true, done });
  return (
    <ConfirmModal
      opened
      danger
      onClose={close}
      title={m.location_merge_title({ name: place.name })}
      confirmLabel={m.location_merge_do()}
      cancelLabel={m.location_keep({ name: place.name })}
      closeLabel={m.shell_close()}
      loading={merge.isPending}
      ready={target !== null}
      problem={merge.problem}
      onConfirm={() => target && merge.mutate({ id: place.id, into_id: target.id, revision: place.revision })}
    >
      <LocationPicker
        label={m.location_merge_into()}
        value={target?.id ?? null}
        onChange={(_, found) => setTarget(found)}
        kinds={[place.kind]}
        except={place.id}
      />
      {target && <p>{m.location_merge_text({ ...holdings(place), name: place.name, target: target.name })}</p>}
    </ConfirmModal>
  );
}

export function DeleteLocationDialog({ place, close, done }: Asked) {
  const remove = useAction(locationCalls.remove, { touches: [propertyCalls], inPlace: true, said: () => m.said_deleted({ name: place.name }), done });
  const used = place.children + place.properties > 0;
  return (
    <ConfirmModal
      opened
      danger
      onClose={close}
      title={m.location_delete_title({ name: place.name })}
      confirmLabel={m.location_delete_do({ name: place.name })}
      cancelLabel={m.location_keep({ name: place.name })}
      closeLabel={m.shell_close()}
      loading={remove.isPending}
      ready={!used}
      problem={remove.problem}
      onConfirm={() => remove.mutate({ id: place.id })}
    >
      <p>{used ? m.location_delete_used({ name: place.name, ...holdings(place) }) : m.location_delete_text()}</p>
    </ConfirmModal>
  );
}
