import { Button, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { isAllowed } from '#contract/access/grants.ts';
import { type RatingCategory, type RatingItem, ratingCalls } from '#contract/rating/calls.ts';
import { type RatingTarget, ratingTargets } from '#contract/rating/kinds.ts';
import { ratingTargetLabels } from '#contract/rating/labels.ts';
import { reviewCalls } from '#contract/review/calls.ts';
import { useAction } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useApp } from '#web/layout/app.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';

type CategoryDraft = { name: string; name_sw: string; target: RatingTarget; weight: number; active: boolean };
const newCategory: CategoryDraft = { name: '', name_sw: '', target: 'property', weight: 1, active: true };
const categoryDraft = ({ name, name_sw, target, weight, active }: RatingCategory): CategoryDraft => ({ name, name_sw, target, weight, active });

type CategoryFormProps = { category: RatingCategory | null; close: () => void; done: (saved: RatingCategory) => void; gone?: () => void };

export function RatingCategoryForm({ category, close, done, gone }: CategoryFormProps) {
  const form = useForm(category ? ratingCalls.updateCategory : ratingCalls.createCategory, {
    saved: category,
    from: categoryDraft,
    blank: newCategory,
    given: (values, { revision }) => (category ? { id: category.id, ...values, revision } : values),
    says: { name: m.rating_need_name },
    touches: [reviewCalls],
    said: ({ name }) => (category ? m.said_saved({ name }) : m.said_added({ name })),
    done,
  });
  const scored = (category?.scores ?? 0) > 0;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={category ? m.rating_edit_title({ name: category.name }) : m.rating_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={category ? m.rating_save() : m.rating_new()} />}
    >
      <EditConflictDialog
        form={form}
        labels={{
          name: m.rating_name(),
          name_sw: m.rating_name_sw(),
          target: m.rating_target(),
          weight: m.rating_weight(),
          active: m.rating_active(),
        }}
        spoken={(name, values) => (name === 'target' ? ratingTargetLabels[values.target]() : undefined)}
      />
      <TextInput {...form.text('name')} label={m.rating_name()} maxLength={80} />
      <TextInput {...form.text('name_sw')} label={m.rating_name_sw()} lang="sw" maxLength={80} />
      <NativeSelect
        {...form.text('target')}
        label={m.rating_target()}
        {...(scored ? { description: m.rating_target_scored() } : {})}
        disabled={scored}
        data={ratingTargets.map((value) => ({ value, label: ratingTargetLabels[value]() }))}
      />
      <NumberInput
        {...form.field('weight')}
        label={m.rating_weight()}
        description={m.rating_weight_help()}
        min={1}
        max={10}
        clampBehavior="strict"
        allowDecimal={false}
        onChange={(value) => form.set('weight', Number(value) || 1)}
      />
      <Switch {...form.tick('active')} label={m.rating_active()} description={m.rating_active_help()} />
      {category && (
        <Delete
          title={m.rating_delete_category({ name: category.name })}
          scores={category.scores}
          call="removeCategory"
          id={category.id}
          done={gone ?? close}
        />
      )}
    </FormDrawer>
  );
}

type ItemDraft = { label: string; label_sw: string; required: boolean; safety: boolean };
const newItem: ItemDraft = { label: '', label_sw: '', required: true, safety: false };
const itemDraft = ({ label, label_sw, required, safety }: RatingItem): ItemDraft => ({ label, label_sw, required, safety });

export function RatingQuestionForm({ categoryId, item, close }: { categoryId: number; item: RatingItem | null; close: () => void }) {
  const form = useForm(item ? ratingCalls.updateItem : ratingCalls.createItem, {
    saved: item,
    from: itemDraft,
    blank: newItem,
    given: (values, { revision }) => (item ? { id: item.id, ...values, revision } : { category_id: categoryId, ...values }),
    says: { label: m.rating_need_label },
    touches: [reviewCalls],
    said: ({ label: name }) => (item ? m.said_saved({ name }) : m.said_added({ name })),
    done: close,
  });
  return (
    <FormDrawer
      opened
      onClose={close}
      title={item ? m.rating_question_edit() : m.rating_question_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={item ? m.rating_save() : m.rating_question_new()} />}
    >
      <EditConflictDialog
        form={form}
        labels={{ label: m.rating_label(), label_sw: m.rating_label_sw(), required: m.rating_required(), safety: m.rating_safety() }}
      />
      <TextInput {...form.text('label')} label={m.rating_label()} maxLength={160} />
      <TextInput {...form.text('label_sw')} label={m.rating_label_sw()} lang="sw" maxLength={160} />
      <Switch {...form.tick('required')} label={m.rating_required()} />
      <Switch {...form.tick('safety')} label={m.rating_safety()} description={m.rating_safety_help()} />
      {item && <Delete title={m.rating_delete_question()} scores={item.scores} call="removeItem" id={item.id} done={close} />}
    </FormDrawer>
  );
}

type DeleteProps = { title: string; scores: number; call: 'removeCategory' | 'removeItem'; id: number; done: () => void };

function Delete({ title, scores, call, id, done }: DeleteProps) {
  const { visitor } = useApp();
  const [asked, setAsked] = useState(false);
  const remove = useAction(ratingCalls[call], {
    touches: [reviewCalls],
    inPlace: true,
    said: () => (call === 'removeItem' ? m.said_question_deleted() : m.said_category_deleted()),
    done,
  });
  if (!isAllowed(['property_rating_categories', 'delete'], visitor)) return null;
  return (
    <>
      <div>
        <Button variant="default" c="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => setAsked(true)}>
          {m.rating_delete()}
        </Button>
      </div>
      <ConfirmModal
        opened={asked}
        danger
        onClose={() => setAsked(false)}
        title={title}
        confirmLabel={m.rating_delete_do()}
        cancelLabel={m.rating_keep()}
        closeLabel={m.shell_close()}
        loading={remove.isPending}
        ready={scores === 0}
        problem={remove.problem}
        onConfirm={() => remove.mutate({ id })}
      >
        <p>{scores === 0 ? m.rating_delete_text() : m.rating_delete_used({ scores: m.rating_scores({ count: scores }) })}</p>
      </ConfirmModal>
    </>
  );
}
