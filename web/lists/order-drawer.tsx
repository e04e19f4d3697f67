import { useState } from 'react';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { type ReorderableItem, ReorderableList } from '#web/ui/dash/table/order-list.tsx';
import { m } from '#words/messages.js';

/** Orders a list in a drawer; one call saves the whole order. */
export function ReorderListDrawer({
  title,
  rows: start,
  busy,
  save,
  close,
}: {
  title: string;
  rows: readonly ReorderableItem[];
  busy: boolean;
  save: (ids: number[]) => void;
  close: () => void;
}) {
  const [rows, setRows] = useState([...start]);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={title}
      closeLabel={m.shell_close()}
      onSubmit={() => save(rows.map((row) => row.id))}
      actions={<DrawerActions close={close} busy={busy} label={m.views_order_save()} disabled={rows.every((row, at) => row.id === start[at]?.id)} />}
    >
      <ReorderableList
        label={title}
        rows={rows}
        onChange={setRows}
        words={{
          howTo: m.views_order_how_to(),
          drag: (name) => m.views_order_drag({ name }),
          up: (name) => m.views_order_up({ name }),
          down: (name) => m.views_order_down({ name }),
          at: (name, place, count) => m.views_order_at({ name, place, count }),
        }}
      />
    </FormDrawer>
  );
}
