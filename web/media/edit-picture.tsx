import { Button, Modal, SegmentedControl } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { listingCalls } from '#contract/listing/calls.ts';
import { type MediaItem, mediaCalls } from '#contract/media/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { useReturnFocus } from '#web/ui/dash/overlay/use-return-focus.ts';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { IconRefresh } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './media.module.css';

const Cut = lazy(() => import('./crop-picture.tsx'));
type Turn = 0 | 90 | 180 | 270;
type Area = { x: number; y: number; width: number; height: number };
const shapes = { whole: null, '4:3': 4 / 3, '16:9': 16 / 9, '1:1': 1 } as const;
type Shape = keyof typeof shapes;

/** Rotates a picture by quarter turns and crops it. The old file is deleted afterwards. */
export function EditPictureDialog({ item, close }: { item: MediaItem; close: () => void }) {
  useReturnFocus(true);
  const [turn, setTurn] = useState<Turn>(0);
  const [shape, setShape] = useState<Shape>('whole');
  const [area, setArea] = useState<Area | null>(null);
  const save = useAction(mediaCalls.redraw, { touches: [propertyCalls, unitCalls, listingCalls], said: () => m.said_redrawn(), done: close });
  const { picture } = item;
  if (!picture) return null;
  const lying = turn === 0 || turn === 180;
  const own = (picture.width ?? 4) / (picture.height ?? 3);
  const cut = shape === 'whole' ? undefined : (area ?? undefined);
  return (
    <Modal opened onClose={close} title={m.media_redraw()} size="lg" closeButtonProps={{ 'aria-label': m.shell_close() }}>
      <div className={classes.crop}>
        <Suspense fallback={<RowsLoading rows={4} label={m.shell_loading()} />}>
          <Cut
            key={shape}
            source={picture.src}
            turn={turn}
            aspect={shapes[shape] ?? (lying ? own : 1 / own)}
            still={shape === 'whole'}
            cut={setArea}
          />
        </Suspense>
      </div>
      <div className={classes.redraw}>
        <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setTurn(((turn + 90) % 360) as Turn)}>
          {m.media_turn()}
        </Button>
        <SegmentedControl
          aria-label={m.media_shape()}
          data={(Object.keys(shapes) as Shape[]).map((value) => ({ value, label: value === 'whole' ? m.media_shape_whole() : value }))}
          value={shape}
          onChange={(value) => setShape(value as Shape)}
        />
      </div>
      <p className={classes.help}>{m.media_redraw_help()}</p>
      <div className={classes.foot}>
        <Button variant="default" onClick={close}>
          {m.shell_cancel()}
        </Button>
        <Button
          loading={save.isPending}
          disabled={turn === 0 && !cut}
          onClick={() => save.mutate({ id: item.id, turn, revision: item.revision, ...(cut ? { cut } : {}) })}
        >
          {m.media_save()}
        </Button>
      </div>
    </Modal>
  );
}
