import { Button, NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type PolicyFull, policyCalls } from '#contract/policy/calls.ts';
import { type PolicyKind, policyKinds, policyUserTypes } from '#contract/policy/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { Refused } from '#web/client/send.ts';
import { useAct } from '#web/client/use-call.ts';
import { Unsaved } from '#web/forms/unsaved.tsx';
import { roleName } from '#web/layout/role-names.ts';
import { useDash } from '#web/layout/screen.ts';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { DiffView } from '#web/ui/dash/diff-view.tsx';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './policy.module.css';
import { kindNames } from './words.ts';

const RichText = lazy(() => import('#web/ui/dash/rich-text.tsx'));

type Draft = {
  title: string;
  title_sw: string;
  body: string;
  body_sw: string;
  user_type: number;
  kind: PolicyKind;
  effective_from: string;
  requires_consent: boolean;
  summary: string;
};
type Problems = Partial<Record<keyof Draft, string>>;

const blank = (): Draft => ({
  title: '',
  title_sw: '',
  body: '',
  body_sw: '',
  user_type: 0,
  kind: 'terms',
  effective_from: clock.today(),
  requires_consent: false,
  summary: '',
});
const draftOf = (p: PolicyFull): Draft => ({
  title: p.title,
  title_sw: p.title_sw,
  body: p.body,
  body_sw: p.body_sw,
  user_type: p.user_type,
  kind: p.kind,
  effective_from: p.effective_from,
  requires_consent: p.requires_consent,
  summary: '',
});

/** What to enter where; the server checks the same again and has the last word. */
function problemsOf(draft: Draft): Problems {
  const problems: Problems = {};
  if (draft.title.trim().length < 3 || draft.title.length > 160) problems.title = m.policy_need_title();
  if (!draft.body.replace(/<[^>]*>/g, '').trim()) problems.body = m.policy_need_body();
  if (!draft.effective_from) problems.effective_from = m.policy_need_effective_from();
  return problems;
}

/** Writes a new policy or the next wording of one. */
export function PolicyEditor({ policy }: { policy: PolicyFull | null }) {
  const { link } = useDash();
  const navigate = useNavigate();
  const start = useMemo(() => (policy ? draftOf(policy) : blank()), [policy]);
  const [draft, setDraft] = useState(start);
  const [problems, setProblems] = useState<Problems>({});
  const [attempt, setAttempt] = useState(0);
  const [theirs, setTheirs] = useState<PolicyFull | null>(null);
  const [revision, setRevision] = useState(policy?.revision);
  const [saved, setSaved] = useState(false);
  const changed = !saved && JSON.stringify(draft) !== JSON.stringify(start);
  const set = <K extends keyof Draft>(name: K, value: Draft[K]) => setDraft((old) => ({ ...old, [name]: value }));

  /** Refusals that belong to fields stay in the form; a conflict shows both texts. */
  const handles = (problem: unknown): boolean => {
    if (!(problem instanceof Refused)) return false;
    if (problem.status === 409 && problem.body.current) {
      setTheirs(problem.body.current as PolicyFull);
      return true;
    }
    if (problem.status !== 400 || !problem.body.fields) return false;
    setProblems(problem.body.fields as Problems);
    setAttempt((n) => n + 1);
    return true;
  };
  const done = (answer: PolicyFull) => {
    setSaved(true);
    setTimeout(() => void navigate(link('policy.detail', { id: answer.id, slug: answer.slug })));
  };
  const create = useAct(policyCalls.create, { handles, done });
  const update = useAct(policyCalls.update, { handles, done });
  const busy = create.isPending || update.isPending;

  const save = () => {
    const found = problemsOf(draft);
    setProblems(found);
    if (Object.keys(found).length > 0) return setAttempt((n) => n + 1);
    const { summary, ...text } = draft;
    if (policy) update.mutate({ id: policy.id, ...text, summary, revision });
    else create.mutate(text);
  };
  const published = policy?.status === 'published';
  const away = policy ? link('policy.detail', { id: policy.id, slug: policy.slug }) : link('policy.list');
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <PageHeader
        title={policy ? m.policy_edit_title({ title: policy.title }) : m.policy_new_title()}
        crumbs={[
          { label: m.policy_title(), href: link('policy.list') },
          ...(policy ? [{ label: policy.slug, href: away }] : []),
          { label: policy ? m.policy_edit() : m.policy_new() },
        ]}
        crumbsLabel={m.shell_nav_sections()}
      />
      <FieldErrorsSummary
        title={m.shell_check_fields()}
        attempt={attempt}
        errors={Object.entries(problems).map(([name, text]) => ({ id: `policy-${name}`, text }))}
      />
      <div className={classes.editor}>
        <Texts draft={draft} set={set} problems={problems} />
        <Settings draft={draft} set={set} problems={problems} published={published ? (policy?.version ?? 1) + 1 : null} />
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void navigate(away)}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit" loading={busy}>
          {published ? m.policy_save_version({ version: (policy?.version ?? 1) + 1 }) : m.policy_save_draft()}
        </Button>
      </div>
      <Unsaved changed={changed} name={draft.title || m.policy_new_title()} />
      {theirs && (
        <Conflict
          mine={draft}
          theirs={theirs}
          keepMine={() => {
            setRevision(theirs.revision);
            setTheirs(null);
          }}
          takeTheirs={() => {
            setDraft(draftOf(theirs));
            setRevision(theirs.revision);
            setTheirs(null);
          }}
        />
      )}
    </form>
  );
}

type Part = { draft: Draft; set: <K extends keyof Draft>(name: K, value: Draft[K]) => void; problems: Problems };

const Texts = ({ draft, set, problems }: Part) => (
  <div className={classes.fields}>
    <TextInput
      id="policy-title"
      label={m.policy_field_title_en()}
      value={draft.title}
      onChange={(e) => set('title', e.currentTarget.value)}
      error={problems.title}
      maxLength={160}
    />
    <Suspense fallback={<RowsLoading rows={4} label={m.shell_loading()} />}>
      <div id="policy-body">
        <RichText label={m.policy_field_body_en()} value={draft.body} onChange={(html) => set('body', html)} error={problems.body} labels={{}} />
      </div>
    </Suspense>
    <TextInput
      id="policy-title_sw"
      lang="sw"
      label={`${m.policy_field_title_sw()} ${m.shell_optional()}`}
      value={draft.title_sw}
      onChange={(e) => set('title_sw', e.currentTarget.value)}
      error={problems.title_sw}
      maxLength={160}
    />
    <Suspense fallback={<RowsLoading rows={4} label={m.shell_loading()} />}>
      <div id="policy-body_sw">
        <RichText
          label={`${m.policy_field_body_sw()} ${m.shell_optional()}`}
          hint={m.policy_field_sw_help()}
          value={draft.body_sw}
          onChange={(html) => set('body_sw', html)}
          error={problems.body_sw}
          labels={{}}
        />
      </div>
    </Suspense>
  </div>
);

const Settings = ({ draft, set, problems, published }: Part & { published: number | null }) => (
  <div className={classes.aside}>
    <Panel>
      <div className={classes.fields}>
        <NativeSelect
          id="policy-user_type"
          label={m.policy_field_for()}
          data={policyUserTypes.map((n) => ({ value: String(n), label: roleName(n) }))}
          value={String(draft.user_type)}
          onChange={(e) => set('user_type', Number(e.currentTarget.value))}
          error={problems.user_type}
        />
        <NativeSelect
          id="policy-kind"
          label={m.policy_field_kind()}
          data={policyKinds.map((k) => ({ value: k, label: kindNames[k]() }))}
          value={draft.kind}
          onChange={(e) => set('kind', e.currentTarget.value as PolicyKind)}
          error={problems.kind}
        />
        <TextInput
          id="policy-effective_from"
          type="date"
          label={m.policy_field_effective_from()}
          value={draft.effective_from}
          onChange={(e) => set('effective_from', e.currentTarget.value)}
          error={problems.effective_from}
        />
        <Switch
          label={m.policy_field_requires_consent()}
          description={m.policy_field_requires_consent_help()}
          checked={draft.requires_consent}
          onChange={(e) => set('requires_consent', e.currentTarget.checked)}
        />
        {published !== null && (
          <Textarea
            id="policy-summary"
            label={`${m.policy_field_summary()} ${m.shell_optional()}`}
            description={m.policy_field_summary_help()}
            value={draft.summary}
            onChange={(e) => set('summary', e.currentTarget.value)}
            maxLength={500}
          />
        )}
      </div>
    </Panel>
    {published !== null && <Note tone="guard">{m.policy_save_version_help()}</Note>}
  </div>
);

/** Somebody was faster: both texts side by side, and nothing of yours is lost. */
const Conflict = ({ mine, theirs, keepMine, takeTheirs }: { mine: Draft; theirs: PolicyFull; keepMine: () => void; takeTheirs: () => void }) => (
  <ConfirmModal
    opened
    onClose={keepMine}
    title={m.policy_conflict_title()}
    confirmLabel={m.policy_conflict_take_theirs()}
    cancelLabel={m.policy_conflict_keep_mine()}
    closeLabel={m.shell_close()}
    onConfirm={takeTheirs}
  >
    <p>{m.policy_conflict_text()}</p>
    <DiffView
      before={`<h2>${theirs.title}</h2>${theirs.body}`}
      after={`<h2>${mine.title}</h2>${mine.body}`}
      format="html"
      labels={{ added: m.policy_conflict_mine(), removed: m.policy_conflict_theirs(), same: m.policy_compare_same() }}
    />
  </ConfirmModal>
);
