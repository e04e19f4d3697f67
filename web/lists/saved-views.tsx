import { ActionIcon, Button, Menu, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { type SavedView, savedViewCalls } from '#contract/saved-view/calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useScreenAddress } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { useReturnFocus } from '#web/ui/dash/overlay/use-return-focus.ts';
import { IconBookmark, IconCheck, IconChevronDown, IconPencil, IconPlus, IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './saved-views.module.css';

/** The part of an address that makes a view: all but the page number, in a fixed order so that two can be compared. */
export function toSavedViewQuery(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('page');
  params.sort();
  return params.toString();
}

/** Views are saved by screen: the address of a list under a name, for the person who saved it. */
export function SavedViews({ wide = false }: { wide?: boolean }) {
  const list = useScreenAddress()?.key ?? '';
  const { pathname, search } = useLocation();
  const [asked, setAsked] = useState<'save' | 'manage' | null>(null);
  const views = useCall(savedViewCalls.list, { list }, { enabled: list !== '' });
  if (list === '') return null;
  const saved = views.data?.views ?? [];
  const now = toSavedViewQuery(search);
  const current = saved.find((view) => toSavedViewQuery(view.query) === now && now !== '');
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
            variant="default"
            size="sm"
            fullWidth={wide}
            leftSection={<IconBookmark size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            {current?.name ?? m.views_title()}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {saved.map((view) => (
            <Menu.Item
              key={view.id}
              component={Link}
              to={view.query ? `${pathname}?${view.query}` : pathname}
              leftSection={view === current ? <IconCheck size={16} aria-hidden /> : <span className={classes.room} />}
            >
              {view.name}
            </Menu.Item>
          ))}
          {saved.length === 0 && <p className={classes.none}>{m.views_none()}</p>}
          <Menu.Divider />
          <Menu.Item leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsked('save')}>
            {m.views_save()}
          </Menu.Item>
          {saved.length > 0 && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setAsked('manage')}>
              {m.views_manage()}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked === 'save' && <Save list={list} query={now} taken={saved} close={() => setAsked(null)} />}
      {asked === 'manage' && <Manage views={saved} close={() => setAsked(null)} />}
    </>
  );
}

function Save({ list, query, taken, close }: { list: string; query: string; taken: readonly SavedView[]; close: () => void }) {
  useReturnFocus(true);
  const form = useForm(savedViewCalls.save, {
    blank: { name: '' },
    given: ({ name }) => ({ list, name: name.trim(), query }),
    says: { name: m.views_name_needed },
    said: (_, { name }) => m.said_saved({ name }),
    done: close,
  });
  const replaces = taken.some((view) => view.name === form.values.name.trim());
  return (
    <Modal opened onClose={close} title={m.views_save_title()} closeButtonProps={{ 'aria-label': m.shell_close() }}>
      <form noValidate onSubmit={form.submit} className={classes.form}>
        <TextInput {...form.text('name')} label={m.views_name()} description={m.views_save_help()} maxLength={60} data-autofocus />
        {replaces && <p className={classes.none}>{m.views_replaces()}</p>}
        <div className={classes.foot}>
          <Button variant="default" onClick={close}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.views_save_button()}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Manage({ views, close }: { views: readonly SavedView[]; close: () => void }) {
  useReturnFocus(true);
  return (
    <Modal opened onClose={close} title={m.views_manage()} closeButtonProps={{ 'aria-label': m.shell_close() }}>
      <ul className={classes.list}>
        {views.map((view) => (
          <Row key={view.id} view={view} />
        ))}
      </ul>
      {views.length === 0 && <p className={classes.none}>{m.views_none()}</p>}
    </Modal>
  );
}

function Row({ view }: { view: SavedView }) {
  const [deleting, setDeleting] = useState(false);
  const form = useForm(savedViewCalls.rename, {
    blank: { name: view.name },
    given: ({ name }) => ({ id: view.id, name: name.trim() }),
    says: { name: m.views_name_needed },
    // The server's only objection to a name that the schema accepts.
    refused: { name: m.views_taken },
    said: (_, { name }) => m.said_saved({ name }),
  });
  const remove = useAction(savedViewCalls.remove, { said: () => m.said_deleted({ name: view.name }), done: () => setDeleting(false) });
  return (
    <li className={classes.row}>
      <form className={classes.rename} noValidate onSubmit={form.submit}>
        <TextInput size="sm" {...form.text('name')} aria-label={m.views_name()} maxLength={60} />
        <Button type="submit" variant="default" disabled={!form.changed} loading={form.busy}>
          {m.views_rename()}
        </Button>
        <ActionIcon variant="default" size={36} aria-label={m.views_delete({ name: view.name })} onClick={() => setDeleting(true)}>
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </form>
      <ConfirmModal
        opened={deleting}
        onClose={() => setDeleting(false)}
        title={m.views_delete_title({ name: view.name })}
        confirmLabel={m.views_delete_button()}
        cancelLabel={m.views_keep()}
        closeLabel={m.shell_close()}
        danger
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ id: view.id })}
      >
        {m.views_delete_text()}
      </ConfirmModal>
    </li>
  );
}
