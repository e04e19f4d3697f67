import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { agreementKindLabels } from '#contract/agreement/labels.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import { type GeneratedDocument, paperCalls, type TenancyDocument } from '#contract/paper/calls.ts';
import { tenancyDocumentKindLabels } from '#contract/paper/labels.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { MoreMenu } from '#web/ui/dash/overlay/more-menu.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { AddDocumentForm, ChangeDocumentForm, ReplaceDocumentForm, RequestDocumentForm } from './forms.tsx';
import { documentStateNames } from './labels.ts';
import classes from './paper.module.css';

/** The documents of a tenancy, on the manager's tenancy page and the tenant's dashboard. Wanted documents come first. */
export function TenancyDocumentList({ tenancyId }: { tenancyId: number }) {
  const found = useCall(paperCalls.list, { tenancy_id: tenancyId });
  const [asked, setAsked] = useState<'add' | 'ask' | null>(null);
  const close = () => setAsked(null);
  if (!found.data) return <LoadingState answer={found} rows={3} />;
  const { results, made, wanted, manages, may_add } = found.data;
  return (
    <Panel
      title={m.paper_title()}
      pad={false}
      right={
        may_add && (
          <span className={classes.acts}>
            {manages && (
              <Button variant="default" onClick={() => setAsked('ask')}>
                {m.paper_ask()}
              </Button>
            )}
            <Button variant={wanted > 0 || manages ? 'default' : 'filled'} onClick={() => setAsked('add')}>
              {m.paper_add()}
            </Button>
          </span>
        )
      }
    >
      {results.length + made.length === 0 && (
        <p className={`${classes.quiet} ${classes.none}`}>{manages ? m.paper_none_manager() : m.paper_none()}</p>
      )}
      <PanelRows>
        {results.map((paper) => (
          <One key={paper.id} paper={paper} />
        ))}
        {made.map((paper) => (
          <Made key={paper.key} paper={paper} />
        ))}
      </PanelRows>
      {asked === 'add' && <AddDocumentForm tenancyId={tenancyId} manages={manages} close={close} />}
      {asked === 'ask' && <RequestDocumentForm tenancyId={tenancyId} close={close} />}
    </Panel>
  );
}

/** A sealed agreement or agreed inspection; it can be opened but not changed. */
const Made = ({ paper: { of, code, at, file } }: { paper: GeneratedDocument }) => {
  const name = of.what === 'agreement' ? agreementKindLabels[of.kind]() : inspectionKindLabels[of.kind]();
  return (
    <div className={classes.row}>
      <div>
        <b>{name}</b>
        <p className={classes.quiet}>{[code, m.paper_made({ date: formatDate(at) })].join(' · ')}</p>
      </div>
      <span className={classes.side}>
        <OpenLink name={`${name} ${code}`} file={file} />
      </span>
    </div>
  );
};
/** The link text says that it opens a file; the accessible name says which one. */
const OpenLink = ({ name, file }: { name: string; file: string }) => (
  <Button component="a" size="compact-sm" variant="default" href={file} target="_blank" rel="noreferrer" aria-label={m.paper_open({ name })}>
    {m.paper_open_short()}
  </Button>
);

const said = (p: TenancyDocument): string =>
  [
    tenancyDocumentKindLabels[p.kind](),
    p.version > 1 && m.paper_version({ version: p.version }),
    p.by && m.paper_by({ name: p.by, date: formatDate(p.created_at) }),
    p.expires_on && m.paper_until({ date: formatDate(p.expires_on) }),
    p.shared && m.paper_shared(),
  ]
    .filter(Boolean)
    .join(' · ');

type Wanted = 'replace' | 'change' | 'reject' | 'remove' | null;

function One({ paper }: { paper: TenancyDocument }) {
  const [wanted, want] = useState<Wanted>(null);
  const close = () => want(null);
  const ok = useAction(paperCalls.review, { said: () => m.paper_said_ok({ name: paper.name }) });
  const standing = documentStateNames[paper.standing];
  const may = (act: TenancyDocument['acts'][number]) => paper.acts.includes(act);
  const brings = may('replace') && !may('change');
  return (
    <div className={classes.row}>
      <div>
        <b>{paper.name}</b>
        <p className={classes.quiet}>{said(paper)}</p>
        {paper.standing === 'rejected' && paper.note && <p className={classes.quiet}>{m.paper_why({ reason: paper.note })}</p>}
        {may('review') && (
          <div className={classes.acts}>
            <Button size="compact-sm" loading={ok.isPending} onClick={() => ok.mutate({ id: paper.id, ok: true })}>
              {m.paper_accept()}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => want('reject')}>
              {m.paper_reject()}
            </Button>
          </div>
        )}
      </div>
      <span className={classes.side}>
        <ToneBadge tone={standing.tone}>{standing.label()}</ToneBadge>
        {paper.file && <OpenLink name={paper.name} file={paper.file} />}
        {brings ? (
          <Button size="compact-sm" variant="default" onClick={() => want('replace')}>
            {paper.standing === 'missing' ? m.paper_bring() : m.paper_replace()}
          </Button>
        ) : (
          paper.acts.length > 0 && (
            <MoreMenu
              quiet
              label={m.paper_more({ name: paper.name })}
              items={[
                may('replace') && { label: paper.standing === 'missing' ? m.paper_bring() : m.paper_replace(), onClick: () => want('replace') },
                may('change') && { label: m.paper_change(), onClick: () => want('change') },
                may('remove') && { label: m.paper_remove(), danger: true, onClick: () => want('remove') },
              ]}
            />
          )
        )}
      </span>
      {wanted === 'replace' && <ReplaceDocumentForm paper={paper} close={close} />}
      {wanted === 'change' && <ChangeDocumentForm paper={paper} close={close} />}
      {wanted === 'reject' && <Reject paper={paper} close={close} />}
      {wanted === 'remove' && <Remove paper={paper} close={close} />}
    </div>
  );
}

function Reject({ paper, close }: { paper: TenancyDocument; close: () => void }) {
  const form = useForm(paperCalls.review, {
    blank: { note: '' },
    given: ({ note }) => ({ id: paper.id, ok: false, note }),
    check: ({ note }): Record<string, string> => (note.trim().length < 3 ? { note: m.paper_problem_note() } : {}),
    inPlace: true,
    said: () => m.paper_said_rejected({ name: paper.name }),
    done: close,
  });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.paper_reject_title({ name: paper.name })}
      confirmLabel={m.paper_reject()}
      cancelLabel={m.shell_cancel()}
      closeLabel={m.shell_close()}
      loading={form.busy}
      problem={form.problem}
      onConfirm={form.submit}
    >
      <Textarea {...form.text('note')} label={m.paper_reject_why()} maxLength={500} autosize minRows={2} data-autofocus />
    </ConfirmModal>
  );
}

function Remove({ paper, close }: { paper: TenancyDocument; close: () => void }) {
  const act = useAction(paperCalls.remove, { inPlace: true, said: () => m.paper_said_removed({ name: paper.name }), done: close });
  return (
    <ConfirmModal
      opened
      onClose={close}
      title={m.paper_remove_title({ name: paper.name })}
      confirmLabel={m.paper_remove()}
      cancelLabel={m.paper_keep()}
      closeLabel={m.shell_close()}
      danger
      loading={act.isPending}
      problem={act.problem}
      onConfirm={() => act.mutate({ id: paper.id })}
    >
      {m.paper_remove_text()}
    </ConfirmModal>
  );
}
