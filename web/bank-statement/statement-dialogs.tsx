import { Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { statementCalls } from '#contract/bank-statement/calls.ts';
import type { ProbableDuplicateChoice } from '#contract/bank-statement/kinds.ts';
import type { StatementDetails } from '#contract/bank-statement/shapes.ts';
import { invoiceCalls } from '#contract/invoice/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { MoneyFormDrawer } from '#web/collection/money-drawer.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { formatCount, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import { buildStatementImportTexts } from './import-actions.ts';

export function ImportDialog({ of, close }: { of: StatementDetails; close: () => void }) {
  const { verb, ask, text, said = '' } = buildStatementImportTexts(of);
  const [duplicates, choose] = useState<ProbableDuplicateChoice>('skip');
  const act = useAction(statementCalls.importStatement, {
    inPlace: true,
    touches: [invoiceCalls],
    done: close,
    said: ({ status, taken, lines, request }) =>
      request
        ? m.approval_said_asked({ code: request.code })
        : status === 'importing'
          ? m.payments_import_going({ done: formatCount(taken), of: formatCount(lines) })
          : said,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={ask}
      confirmLabel={verb}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id, ...(of.probable > 0 ? { duplicates } : {}) })}
    >
      {text}
      {of.probable > 0 && (
        <NativeSelect
          label={m.payments_import_probable_label()}
          description={m.payments_import_probable({ count: of.probable })}
          value={duplicates}
          onChange={(event) => choose(event.currentTarget.value === 'import' ? 'import' : 'skip')}
          data={[
            { value: 'skip', label: m.payments_import_probable_skip() },
            { value: 'import', label: m.payments_import_probable_import() },
          ]}
        />
      )}
    </ConfirmModal>
  );
}

/** Reverses an import, or discards an upload that was not imported. */
export function UndoImportDialog({ of, close }: { of: StatementDetails; close: () => void }) {
  const isUpload = of.status === 'read';
  const isAsked = of.second && of.status !== 'undoing';
  const form = useForm(statementCalls.undoStatement, {
    blank: { reason: '', keep: false },
    given: ({ reason, keep }) => ({ id: of.id, reason: reason.trim(), keep }),
    says: { reason: m.payments_need_reason },
    touches: [invoiceCalls],
    inPlace: true,
    said: ({ status, taken, lines, undo_request }) =>
      undo_request
        ? m.approval_said_asked({ code: undo_request.code })
        : status === 'undoing'
          ? m.payments_import_undoing({ done: formatCount(lines - taken), of: formatCount(lines) })
          : isUpload
            ? m.payments_said_import_discarded()
            : m.payments_said_import_undone(),
    done: close,
  });
  return (
    <MoneyFormDrawer
      form={form}
      close={close}
      title={isUpload ? m.payments_import_discard() : isAsked ? m.payments_import_undo_request() : m.payments_import_undo()}
      text={
        isUpload
          ? m.payments_import_discard_text()
          : (isAsked ? m.payments_import_undo_request_text : m.payments_import_undo_text)({ sum: formatKes(of.new_cents) })
      }
      danger
    >
      <Textarea {...form.text('reason')} label={m.payments_field_reason()} autosize minRows={2} maxLength={500} />
      {(form.problem || form.values.keep) && (
        <Checkbox label={m.payments_import_keep()} checked={form.values.keep} onChange={(event) => form.set('keep', event.currentTarget.checked)} />
      )}
    </MoneyFormDrawer>
  );
}
