import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import { ratingCalls } from '#contract/rating/calls.ts';
import { type MyReview, type OpenReview, reviewCalls } from '#contract/review/calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useProblem } from '#web/forms/use-problem.ts';
import { useApp } from '#web/layout/app.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { A } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './review.module.css';
import { StarField } from './stars.tsx';

type Props = { back: string } & ({ about: OpenReview; before?: undefined } | { about?: undefined; before: MyReview });

/** The questions with their stars, then what one wants to say. A new review or a change of one. */
export function WriteForm({ about, before, back }: Props) {
  const target = about?.target ?? before?.target ?? 'property';
  const { locale } = useApp();
  const form = useCall(ratingCalls.form, { target });
  const [scores, setScores] = useState<Readonly<Record<number, number>>>(Object.fromEntries((before?.scores ?? []).map((s) => [s.item_id, s.score])));
  const [said, setSaid] = useState({
    body: before?.body ?? '',
    pros: before?.pros ?? '',
    cons: before?.cons ?? '',
    anonymous: before?.anonymous ?? false,
  });
  const { save, busy, problem, setProblem } = useSave({ about, before, back } as Props);
  if (!form.data) return <RowsLoading rows={8} label={m.shell_loading()} />;
  const items = form.data.results.flatMap((category) => category.items);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (items.some((item) => item.required && !scores[item.id])) return setProblem(m.review_answer_all());
    const given = items.flatMap((item) => (scores[item.id] ? [{ item_id: item.id, score: scores[item.id] ?? 0 }] : []));
    save({ ...said, scores: given });
  };
  const say = (change: Partial<typeof said>) => setSaid({ ...said, ...change });
  const subject = about?.subject ?? before?.subject ?? '';
  return (
    <>
      <PageHeader
        title={subject}
        crumbs={[{ label: m.review_title(), href: back }, { label: m.review_write() }]}
        crumbsLabel={m.shell_nav_sections()}
      />
      <form className={classes.form} noValidate onSubmit={submit}>
        {form.data.results.map((category) => (
          <Panel key={category.id} title={(locale === 'sw' && category.name_sw) || category.name}>
            {category.items.map((item) => (
              <StarField
                key={item.id}
                name={`item-${item.id}`}
                label={(locale === 'sw' && item.label_sw) || item.label}
                hint={item.required ? undefined : m.review_optional()}
                value={scores[item.id] ?? 0}
                onChange={(score) => setScores({ ...scores, [item.id]: score })}
              />
            ))}
          </Panel>
        ))}
        <Panel title={m.review_words()}>
          <div className={classes.form}>
            <Textarea
              label={m.review_body()}
              description={m.review_body_help()}
              value={said.body}
              onChange={(e) => say({ body: e.currentTarget.value })}
              autosize
              minRows={4}
              maxLength={4000}
            />
            <TextInput label={m.review_pros()} value={said.pros} maxLength={500} onChange={(e) => say({ pros: e.currentTarget.value })} />
            <TextInput label={m.review_cons()} value={said.cons} maxLength={500} onChange={(e) => say({ cons: e.currentTarget.value })} />
            <Checkbox
              label={m.review_anonymous()}
              description={m.review_anonymous_help()}
              checked={said.anonymous}
              onChange={(e) => say({ anonymous: e.currentTarget.checked })}
            />
          </div>
        </Panel>
        {problem && (
          <Note tone="bad" alert>
            {problem}
          </Note>
        )}
        <div className={classes.foot}>
          <Button variant="default" component={A} href={back}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" loading={busy}>
            {before ? m.review_save() : m.review_send()}
          </Button>
        </div>
      </form>
    </>
  );
}

type Written = { scores: { item_id: number; score: number }[]; body: string; pros: string; cons: string; anonymous: boolean };

function useSave({ about, before, back }: Props) {
  const navigate = useNavigate();
  const { problem, setProblem, handles } = useProblem();
  const done = () => void navigate(back);
  const write = useAct(reviewCalls.write, { handles, done });
  const edit = useAct(reviewCalls.edit, { handles, done });
  const save = (said: Written) => {
    setProblem('');
    if (about) write.mutate({ target: about.target, basis: 'tour', basis_id: about.basis_id, ...said });
    else if (before) edit.mutate({ id: before.id, revision: before.revision, ...said });
  };
  return { save, busy: write.isPending || edit.isPending, problem, setProblem };
}
