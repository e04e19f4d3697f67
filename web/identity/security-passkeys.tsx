import { ActionIcon, Button } from '@mantine/core';
import { useState } from 'react';
import { type Passkey, securityCalls } from '#contract/identity/security-calls.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconFingerprint, IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './security.module.css';

/** The specification's passwordless sign-in: a link is emailed, and the device that opens it is set up. */
export function SecurityPasskeys() {
  const { locale } = useApp();
  const list = useCall(securityCalls.listPasswordless, {});
  const add = useAction(securityCalls.addPasswordless);
  const [asked, setAsked] = useState<Passkey | null>(null);
  const remove = useAction(securityCalls.removePasswordless, { done: () => setAsked(null) });
  const passkeys = list.data?.result ?? [];
  return (
    <Panel
      title={m.identity_security_passkeys()}
      pad={false}
      right={
        <Button variant="default" loading={add.isPending} onClick={() => add.mutate({})}>
          {m.identity_security_passkey_add()}
        </Button>
      }
    >
      <p className={`${classes.text} ${classes.pad}`}>
        {list.data && passkeys.length === 0 ? m.identity_security_passkey_none() : m.identity_security_passkeys_text()}
      </p>
      {passkeys.length > 0 && (
        <PanelRows>
          {passkeys.map((passkey) => (
            <div key={passkey.id}>
              <IconFingerprint size={20} aria-hidden />
              <span className={classes.grow}>
                <b>{passkey.name}</b>
                <small>
                  {m.identity_security_passkey_since({ date: formatDate(passkey.created_at, locale) })}
                  {passkey.synced && ` · ${m.identity_security_passkey_synced()}`}
                </small>
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`${m.identity_security_passkey_remove()}: ${passkey.name}`}
                onClick={() => setAsked(passkey)}
              >
                <IconTrash size={18} aria-hidden />
              </ActionIcon>
            </div>
          ))}
        </PanelRows>
      )}
      <ConfirmModal
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={m.identity_security_passkey_remove_title({ name: asked?.name ?? '' })}
        confirmLabel={m.identity_security_passkey_remove()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        loading={remove.isPending}
        onConfirm={() => asked && remove.mutate({ resource_id: asked.id })}
      >
        {m.identity_security_passkey_remove_text()}
      </ConfirmModal>
    </Panel>
  );
}
