import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { collectionCalls } from '#contract/collection/calls.ts';
import { useForm } from '#web/forms/use-form.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { MoneyFormDrawer } from './money-drawer.tsx';

/** Takes an M-Pesa message. It is not money, but M-Pesa is queried about its code. */
export function PasteMessageForm({ close, tenancyId }: { close: () => void; tenancyId?: number }) {
  const [found, setFound] = useState<{ external: string; known: boolean } | null>(null);
  const form = useForm(collectionCalls.submitMessage, {
    blank: { text: '' },
    given: ({ text }) => ({ text, ...(tenancyId ? { tenancy_id: tenancyId } : {}) }),
    says: { text: m.payments_need_message },
    inPlace: true,
    quiet: true,
    done: setFound,
  });
  return (
    <MoneyFormDrawer form={form} close={close} title={m.payments_paste()} verb={m.payments_paste_send()} text={m.payments_paste_text()}>
      {found && (
        <div role="status">
          <Note tone={found.known ? 'good' : 'info'}>
            {found.known ? m.payments_paste_known({ code: found.external }) : m.payments_paste_asked({ code: found.external })}
          </Note>
        </div>
      )}
      <Textarea
        {...form.text('text')}
        label={m.payments_field_message()}
        placeholder={m.payments_field_message_hint()}
        autosize
        minRows={5}
        maxLength={1000}
      />
    </MoneyFormDrawer>
  );
}
