import { Button, Modal } from '@mantine/core';
import { m } from '#words/messages.js';
import classes from './listing.module.css';

type Props = {
  opened: boolean;
  close: () => void;
  title: string;
  text: string;
  all: string;
  one: string;
  busy: boolean;
  /** True: apply to the others too. */
  answer: (others: boolean) => void;
};
/** "The other 39 too?": asks whether a change applies to all units or listings of a kind. */
export const ApplyToSimilarDialog = ({ opened, close, title, text, all, one, busy, answer }: Props) => (
  <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': m.shell_close() }}>
    <p className={classes.text}>{text}</p>
    <div className={classes.foot}>
      <Button variant="default" loading={busy} onClick={() => answer(false)} data-autofocus>
        {one}
      </Button>
      <Button loading={busy} onClick={() => answer(true)}>
        {all}
      </Button>
    </div>
  </Modal>
);
