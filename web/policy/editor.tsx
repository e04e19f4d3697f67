import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { type PolicyDetails, policyCalls } from '#contract/policy/calls.ts';
import { type PolicyKind, policyKinds, policyUserTypes } from '#contract/policy/kinds.ts';
import { policyKindLabels } from '#contract/policy/labels.ts';
import { clock } from '#contract/time/clock.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import type { ConflictLabels } from '#web/forms/conflict-rows.ts';
import { UnsavedChangesGuard } from '#web/forms/unsaved-changes.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { getRoleName } from '#web/layout/role-names.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './policy.module.css';

const RichText = lazy(() => import('#web/ui/dash/rich-text.tsx'));

const blank = () => ({
  title: '',
  title_sw: '',
  body: '',
  body_sw: '',
  user_type: 0,
  kind: 'terms' as PolicyKind,
  effective_from: clock.today(),
  requires_consent: false,
  summary: '',
});
type Draft = ReturnType<typeof blank>;
/** Editing a published policy starts from its draft, or from the version in force. */
const draftOf = (p: PolicyDetails): Draft => ({
  title: (p.next ?? p).title,
  title_sw: (p.next ?? p).title_sw,
  body: (p.next ?? p).body,
  body_sw: (p.next ?? p).body_sw,
  user_type: p.user_type,
  kind: p.kind,
  effective_from: (p.next ?? p).effective_from,
  requires_consent: p.requires_consent,
  summary: '',
});
const says = { title: m.policy_need_title, body: m.policy_need_body, effective_from: m.policy_need_effective_from };

/** A new policy is sent complete; an existing one sends only its changes, with the revision they are based on. */
const usePolicyForm = (policy: PolicyDetails | null, done: (saved: PolicyDetails) => void) =>
  useForm(policy ? policyCalls.update : policyCalls.create, {
    id: 'policy',
    saved: policy,
    from: draftOf,
    blank,
    given: ({ summary, ...text }, { touched, revision }) => (policy ? { id: policy.id, ...touched, summary, revision } : text),
    says,
    done,
  });
type Form = ReturnType<typeof usePolicyForm>;

/** The number of the version a text change belongs to; null while only managers have seen the policy. */
const nextOf = (policy: PolicyDetails | null): number | null =>
  policy?.status === 'published' ? (policy.next?.version ?? Math.max(policy.version, policy.announced?.version ?? 0) + 1) : null;

/** Writes a new policy or a new version of one. */
export function PolicyEditor({ policy }: { policy: PolicyDetails | null }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const form = usePolicyForm(
    policy,
    (saved) => void navigate(`${link('policy.detail', { id: saved.id, slug: saved.slug })}${saved.next ? '?tab=next' : ''}`),
  );
  const next = nextOf(policy);
  const away = policy ? link('policy.detail', { id: policy.id, slug: policy.slug }) : link('policy.list');
  return (
    <form noValidate onSubmit={form.submit}>
      <PageHeader
        title={policy ? m.policy_edit_title({ title: policy.title }) : m.policy_new_title()}
        crumbs={[
          { label: m.policy_title(), href: link('policy.list') },
          ...(policy ? [{ label: policy.slug, href: away }] : []),
          { label: policy ? m.policy_edit() : m.policy_new() },
        ]}
        crumbsLabel={m.shell_nav_sections()}
      />
      <FieldErrorsSummary title={m.shell_check_fields()} {...form.summary} />
      <div className={classes.editor}>
        <Texts form={form} />
        <Settings form={form} inForce={next === null ? null : (policy?.version ?? 1)} />
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void navigate(away)}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit" loading={form.busy}>
          {next === null ? m.policy_save_draft() : m.policy_save_next({ version: next })}
        </Button>
      </div>
      <UnsavedChangesGuard form={form} name={form.values.title || m.policy_new_title()} />
      <EditConflictDialog form={form} labels={labels()} spoken={spoken} rich={['body', 'body_sw']} />
    </form>
  );
}

const labels = (): ConflictLabels<Draft> => ({
  title: m.policy_field_title_en(),
  body: m.policy_field_body_en(),
  title_sw: m.policy_field_title_sw(),
  body_sw: m.policy_field_body_sw(),
  user_type: m.policy_field_for(),
  kind: m.policy_field_kind(),
  effective_from: m.policy_field_effective_from(),
  requires_consent: m.policy_field_requires_consent(),
  // Entered on publishing; it belongs to neither text.
  summary: null,
});
const spoken = (name: keyof Draft, values: Draft) =>
  name === 'user_type' ? getRoleName(values.user_type) : name === 'kind' ? policyKindLabels[values.kind]() : undefined;

const Texts = ({ form }: { form: Form }) => (
  <div className={classes.fields}>
    <TextInput {...form.text('title')} label={m.policy_field_title_en()} maxLength={160} />
    <Suspense fallback={<RowsLoading rows={4} label={m.shell_loading()} />}>
      <div id="policy-body">
        <RichText {...form.field('body')} label={m.policy_field_body_en()} labels={{}} />
      </div>
    </Suspense>
    <TextInput {...form.text('title_sw')} lang="sw" label={`${m.policy_field_title_sw()} ${m.shell_optional()}`} maxLength={160} />
    <Suspense fallback={<RowsLoading rows={4} label={m.shell_loading()} />}>
      <div id="policy-body_sw">
        <RichText
          {...form.field('body_sw')}
          label={`${m.policy_field_body_sw()} ${m.shell_optional()}`}
          hint={m.policy_field_sw_help()}
          labels={{}}
        />
      </div>
    </Suspense>
  </div>
);

const Settings = ({ form, inForce }: { form: Form; inForce: number | null }) => (
  <div className={classes.aside}>
    <Panel>
      <div className={classes.fields}>
        <NativeSelect
          {...form.number('user_type')}
          label={m.policy_field_for()}
          disabled={inForce !== null}
          data={policyUserTypes.map((n) => ({ value: String(n), label: getRoleName(n) }))}
        />
        <NativeSelect
          {...form.text('kind')}
          label={m.policy_field_kind()}
          disabled={inForce !== null}
          data={policyKinds.map((k) => ({ value: k, label: policyKindLabels[k]() }))}
        />
        {inForce !== null && <p className={classes.quiet}>{m.policy_problem_in_force()}</p>}
        {inForce === null && <TextInput {...form.text('effective_from')} type="date" label={m.policy_field_effective_from()} />}
        <Switch {...form.tick('requires_consent')} label={m.policy_field_requires_consent()} description={m.policy_field_requires_consent_help()} />
      </div>
    </Panel>
    {inForce !== null && <Note tone="guard">{m.policy_save_next_help({ version: inForce })}</Note>}
  </div>
);
