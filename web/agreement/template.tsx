import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { templateCalls } from '#contract/agreement/calls.ts';
import { agreementKindLabels } from '#contract/agreement/labels.ts';
import type { TemplateDetails } from '#contract/agreement/shapes.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { useScreenTitle } from '#web/layout/title.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { LeaseText } from './lease-text.tsx';
import { AgreementTemplateForm } from './template-form.tsx';

/** One template with sample data; a company can edit its own templates, which creates the next version. */
export default function AgreementTemplatePage() {
  const { id } = useParams();
  const { link } = useDashboard();
  const answer = useCall(templateCalls.details, { id: parseAddressId(id) });
  const [editing, setEditing] = useState(false);
  const t = answer.data;
  useScreenTitle(t?.name);
  if (!t) return <LoadingState answer={answer} />;
  return (
    <>
      <PageHeader
        title={t.name}
        crumbs={[{ label: m.screens_agreement_templates(), href: link('agreement.templates') }, { label: t.code }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={[agreementKindLabels[t.kind](), m.agreements_version({ version: t.version })].join(' · ')}
        actions={!editing && <Acts of={t} edit={() => setEditing(true)} />}
      />
      {t.reviewed_by === '' && (
        <Note tone="guard" className={classes.note ?? ''}>
          {m.agreement_caution_no_advocate()}
        </Note>
      )}
      <div className={classes.note}>
        {editing ? (
          <AgreementTemplateForm of={t} close={() => setEditing(false)} />
        ) : (
          <>
            <p className={classes.quiet}>{m.agreements_sample()}</p>
            <LeaseText text={t.preview} language="both" governs={t.governs} />
          </>
        )}
      </div>
    </>
  );
}

function Acts({ of, edit }: { of: TemplateDetails; edit: () => void }) {
  const { visitor } = useApp();
  const [asked, setAsked] = useState<'copy' | 'retire' | null>(null);
  if (!isAllowed(['tenancies', 'edit'], visitor)) return null;
  const copy = { label: m.agreements_template_copy(), onClick: () => setAsked('copy') };
  return (
    <>
      {of.system ? <Button onClick={copy.onClick}>{copy.label}</Button> : <Button onClick={edit}>{m.agreements_template_edit()}</Button>}
      {!of.system && (
        <MoreMenu label={m.shell_more()} items={[copy, { label: m.agreements_template_retire(), danger: true, onClick: () => setAsked('retire') }]} />
      )}
      {asked === 'copy' && <Copy of={of} close={() => setAsked(null)} />}
      {asked === 'retire' && <Retire of={of} close={() => setAsked(null)} />}
    </>
  );
}

type Doing = { of: TemplateDetails; close: () => void };

function Copy({ of, close }: Doing) {
  const { link } = useDashboard();
  const go = useNavigate();
  const form = useForm(templateCalls.copy, {
    blank: { name: of.name },
    given: ({ name }) => ({ id: of.id, name }),
    inPlace: true,
    said: ({ name }) => m.said_added({ name }),
    done: ({ id, code }) => go(link('agreement.template', { id, code })),
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={m.agreements_template_copy()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.agreements_template_copy()} />}
    >
      {form.problem && <Note tone="bad">{form.problem}</Note>}
      <TextInput {...form.text('name')} label={m.agreements_template_name()} maxLength={120} />
    </FormDrawer>
  );
}

function Retire({ of, close }: Doing) {
  const { link } = useDashboard();
  const go = useNavigate();
  const act = useAction(templateCalls.archive, {
    inPlace: true,
    said: () => m.said_deleted({ name: of.name }),
    done: () => go(link('agreement.templates')),
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.agreements_template_retire_title({ name: of.name })}
      confirmLabel={m.agreements_template_retire()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: of.id })}
    >
      {m.agreements_template_retire_text()}
    </ConfirmModal>
  );
}
