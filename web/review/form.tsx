import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { agentsCalls } from '#contract/agents/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { ratingCalls } from '#contract/rating/calls.ts';
import { type MyReview, type ReviewableSubject, reviewCalls } from '#contract/review/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { noRecordId } from '#web/forms/no-record-id.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './review.module.css';
import { RatingStarField } from './stars.tsx';

type Props = { back: string } & ({ about: ReviewableSubject; before?: undefined } | { about?: undefined; before: MyReview });

/** The questions with stars, then the text, for a new or a changed review. */
export function ReviewForm({ about, before, back }: Props) {
  const target = about?.target ?? before?.target ?? 'property';
  const { locale } = useApp();
  const form = useCall(ratingCalls.form, { target });
  const items = form.data?.results.flatMap((category) => category.items) ?? [];
  const saying = useReview({ about, before, back } as Props, items);
  const { values: said } = saying;
  if (!form.data) return <RowsLoading rows={8} label={m.shell_loading()} />;
  const subject = about?.subject ?? before?.subject ?? '';
  return (
    <>
      <PageHeader
        title={subject}
        crumbs={[{ label: m.review_title(), href: back }, { label: m.review_write() }]}
        crumbsLabel={m.shell_nav_sections()}
      />
      <form className={classes.form} noValidate onSubmit={saying.submit}>
        {form.data.results.map((category) => (
          <Panel key={category.id} title={(locale === 'sw' && category.name_sw) || category.name}>
            {category.items.map((item) => (
              <RatingStarField
                key={item.id}
                name={`item-${item.id}`}
                label={(locale === 'sw' && item.label_sw) || item.label}
                hint={item.required ? undefined : m.review_optional()}
                value={said.scores[item.id] ?? 0}
                onChange={(score) => saying.set('scores', { ...said.scores, [item.id]: score })}
              />
            ))}
          </Panel>
        ))}
        <Panel title={m.review_words()}>
          <div className={classes.form}>
            <Textarea {...saying.text('body')} label={m.review_body()} description={m.review_body_help()} autosize minRows={4} maxLength={4000} />
            <TextInput {...saying.text('pros')} label={m.review_pros()} maxLength={500} />
            <TextInput {...saying.text('cons')} label={m.review_cons()} maxLength={500} />
            <Checkbox {...saying.tick('anonymous')} label={m.review_anonymous()} description={m.review_anonymous_help()} />
          </div>
        </Panel>
        <EditConflictDialog
          form={saying}
          labels={{ scores: m.review_scores(), body: m.review_body(), pros: m.review_pros(), cons: m.review_cons(), anonymous: m.review_anonymous() }}
          spoken={(name, { scores }) =>
            name === 'scores'
              ? items
                  .filter(({ id }) => scores[id])
                  .map((item) => `${(locale === 'sw' && item.label_sw) || item.label}: ${scores[item.id]}`)
                  .join(', ')
              : undefined
          }
        />
        {saying.problem && (
          <Note tone="bad" alert>
            {saying.problem}
          </Note>
        )}
        <div className={classes.foot}>
          <Button variant="default" component={AppLink} href={back}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" loading={saying.busy}>
            {before ? m.review_save() : m.review_send()}
          </Button>
        </div>
      </form>
    </>
  );
}

type Said = { scores: Readonly<Record<number, number>>; body: string; pros: string; cons: string; anonymous: boolean };
type Item = { readonly id: number; readonly required: boolean };
const saidIn = ({ scores, body, pros, cons, anonymous }: MyReview): Said => ({
  scores: Object.fromEntries(scores.map((one) => [one.item_id, one.score])),
  body,
  pros,
  cons,
  anonymous,
});

function useReview({ about, before, back }: Props, items: readonly Item[]) {
  const navigate = useNavigate();
  return useForm(before ? reviewCalls.edit : reviewCalls.write, {
    saved: before ?? null,
    from: saidIn,
    blank: { scores: {}, body: '', pros: '', cons: '', anonymous: false },
    given: ({ scores, ...said }, { revision }) => {
      const given = items.flatMap(({ id }) => (scores[id] ? [{ item_id: id, score: scores[id] ?? 0 }] : []));
      return before
        ? { id: before.id, revision: revision ?? before.revision, ...said, scores: given }
        : { target: about?.target ?? 'property', basis: 'tour' as const, basis_id: about?.basis_id ?? noRecordId, ...said, scores: given };
    },
    whole: ({ scores }) => (items.some((item) => item.required && !scores[item.id]) ? m.review_answer_all() : ''),
    inPlace: true,
    touches: [agentsCalls, propertyCalls],
    said: () => (before ? m.said_review_changed() : m.said_review_sent()),
    done: () => void navigate(back),
  });
}
