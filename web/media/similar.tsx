import { Button, Modal, Textarea } from '@mantine/core';
import { useState } from 'react';
import { mediaCalls, type SimilarPicture } from '#contract/media/calls.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { useReturnFocus } from '#web/ui/dash/overlay/use-return-focus.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { ResponsivePicture } from '#web/ui/public/pic.tsx';
import { m } from '#words/messages.js';
import classes from './media.module.css';

/** For the platform: pictures that another company also has, side by side, with the decision. */
export function SimilarPictures({ pairs }: { pairs: readonly SimilarPicture[] }) {
  const { link } = useDashboard();
  const [asked, setAsked] = useState<SimilarPicture | null>(null);
  if (pairs.length === 0) return null;
  return (
    <Panel title={m.media_alike_title({ count: pairs.length })}>
      <Note tone="guard">{m.media_alike_text()}</Note>
      <ul className={classes.alike}>
        {pairs.map((pair) => (
          <li key={pair.id}>
            <ResponsivePicture picture={pair.item.picture} sizes="120px" className={classes.small} />
            <ResponsivePicture picture={pair.other.picture} sizes="120px" className={classes.small} />
            <div>
              <AppLink href={link('media.property', { id: pair.other.property.id, code: pair.other.property.code })}>
                {pair.other.property.name}
              </AppLink>
              <small>{m.media_alike_of({ company: pair.other.company, date: formatDate(pair.created_at) })}</small>
            </div>
            <Button variant="default" size="compact-md" onClick={() => setAsked(pair)}>
              {m.media_settle()}
            </Button>
          </li>
        ))}
      </ul>
      {asked && <Settle pair={asked} close={() => setAsked(null)} />}
    </Panel>
  );
}

function Settle({ pair, close }: { pair: SimilarPicture; close: () => void }) {
  useReturnFocus(true);
  const form = useForm(mediaCalls.dismissDuplicate, {
    blank: { note: '' },
    given: ({ note }) => ({ id: pair.id, note }),
    said: () => m.said_settled(),
    done: close,
  });
  return (
    <Modal opened onClose={close} title={m.media_settle_title()} closeButtonProps={{ 'aria-label': m.shell_close() }}>
      <form noValidate onSubmit={form.submit}>
        <Textarea label={m.media_settle_why()} description={m.media_settle_text()} {...form.text('note')} maxLength={500} rows={3} />
        <div className={classes.foot}>
          <Button variant="default" onClick={close}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" loading={form.busy} disabled={form.values.note.trim().length < 3}>
            {m.media_settle()}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
