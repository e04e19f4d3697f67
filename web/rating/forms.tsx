import { Button, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { allows } from '#contract/access/grants.ts';
import { type RatingCategory, type RatingItem, ratingCalls } from '#contract/rating/calls.ts';
import { type RatingTarget, ratingTargets } from '#contract/rating/kinds.ts';
import { Refused } from '#web/client/send.ts';
import { useAct } from '#web/client/use-call.ts';
import { Conflict } from '#web/forms/conflict.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useDraft } from '#web/forms/use-draft.ts';
import { useApp } from '#web/layout/app.tsx';
import { ConfirmModal } from '#web/ui/dash/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/form-drawer.tsx';
import { IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { targetNames } from './words.ts';

type CategoryDraft = { name: string; name_sw: string; target: RatingTarget; weight: number; active: boolean };
const newCategory: CategoryDraft = { name: '', name_sw: '', target: 'property', weight: 1, active: true };
const categoryDraft = ({ name, name_sw, target, weight, active }: RatingCategory): CategoryDraft => ({ name, name_sw, target, weight, active });

type CategoryFormProps = { category: RatingCategory | null; close: () => void; done: (saved: RatingCategory) => void; gone?: () => void };

export function CategoryForm({ category, close, done, gone }: CategoryFormProps) {
  const form = useDraft(category, categoryDraft, newCategory);
  const { draft, set, problems } = form;
  const create = useAct(ratingCalls.createCategory, { handles: form.handles, done });
  const update = useAct(ratingCalls.updateCategory, { handles: form.handles, done });
  const save = () => {
    if (!draft.name.trim()) return form.setProblems({ name: m.rating_need_name() });
    if (category) update.mutate({ id: category.id, ...draft, revision: form.revision });
    else create.mutate(draft);
  };
  const scored = (category?.scores ?? 0) > 0;
  return (
    <FormDrawer
      opened
      onClose={close}
      title={category ? m.rating_edit_title({ name: category.name }) : m.rating_new()}
      closeLabel={m.shell_close()}
      onSubmit={save}
      actions={<DrawerActions close={close} busy={create.isPending || update.isPending} label={category ? m.rating_save() : m.rating_new()} />}
    >
      <Conflict form={form} labels={{ name: m.rating_name(), name_sw: m.rating_name_sw(), target: m.rating_target(), weight: m.rating_weight() }} />
      <TextInput
        label={m.rating_name()}
        value={draft.name}
        onChange={(e) => set('name', e.currentTarget.value)}
        error={problems.name}
        maxLength={80}
      />
      <TextInput label={m.rating_name_sw()} lang="sw" value={draft.name_sw} onChange={(e) => set('name_sw', e.currentTarget.value)} maxLength={80} />
      <NativeSelect
        label={m.rating_target()}
        {...(scored ? { description: m.rating_target_scored() } : {})}
        disabled={scored}
        data={ratingTargets.map((value) => ({ value, label: targetNames[value]() }))}
        value={draft.target}
        onChange={(e) => set('target', e.currentTarget.value as RatingTarget)}
        error={problems.target}
      />
      <NumberInput
        label={m.rating_weight()}
        description={m.rating_weight_help()}
        min={1}
        max={10}
        clampBehavior="strict"
        allowDecimal={false}
        value={draft.weight}
        onChange={(value) => set('weight', Number(value) || 1)}
        error={problems.weight}
      />
      <Switch
        label={m.rating_active()}
        description={m.rating_active_help()}
        checked={draft.active}
        onChange={(e) => set('active', e.currentTarget.checked)}
      />
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

export function QuestionForm({ categoryId, item, close }: { categoryId: number; item: RatingItem | null; close: () => void }) {
  const form = useDraft(item, itemDraft, newItem);
  const { draft, set, problems } = form;
  const create = useAct(ratingCalls.createItem, { handles: form.handles, done: close });
  const update = useAct(ratingCalls.updateItem, { handles: form.handles, done: close });
  const save = () => {
    if (!draft.label.trim()) return form.setProblems({ label: m.rating_need_label() });
    if (item) update.mutate({ id: item.id, ...draft, revision: form.revision });
    else create.mutate({ category_id: categoryId, ...draft });
  };
  return (
    <FormDrawer
      opened
      onClose={close}
      title={item ? m.rating_question_edit() : m.rating_question_new()}
      closeLabel={m.shell_close()}
      onSubmit={save}
      actions={<DrawerActions close={close} busy={create.isPending || update.isPending} label={item ? m.rating_save() : m.rating_question_new()} />}
    >
      <Conflict form={form} labels={{ label: m.rating_label(), label_sw: m.rating_label_sw() }} />
      <TextInput
        label={m.rating_label()}
        value={draft.label}
        onChange={(e) => set('label', e.currentTarget.value)}
        error={problems.label}
        maxLength={160}
      />
      <TextInput
        label={m.rating_label_sw()}
        lang="sw"
        value={draft.label_sw}
        onChange={(e) => set('label_sw', e.currentTarget.value)}
        maxLength={160}
      />
      <Switch label={m.rating_required()} checked={draft.required} onChange={(e) => set('required', e.currentTarget.checked)} />
      <Switch
        label={m.rating_safety()}
        description={m.rating_safety_help()}
        checked={draft.safety}
        onChange={(e) => set('safety', e.currentTarget.checked)}
      />
      {item && <Delete title={m.rating_delete_question()} scores={item.scores} call="removeItem" id={item.id} done={close} />}
    </FormDrawer>
  );
}

type DeleteProps = { title: string; scores: number; call: 'removeCategory' | 'removeItem'; id: number; done: () => void };

function Delete({ title, scores, call, id, done }: DeleteProps) {
  const { visitor } = useApp();
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState('');
  const remove = useAct(ratingCalls[call], {
    done,
    handles: (why) => {
      if (!(why instanceof Refused)) return false;
      setProblem(why.message);
      return true;
    },
  });
  if (!allows(['property_rating_categories', 'delete'], visitor)) return null;
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
        problem={problem}
        onConfirm={() => remove.mutate({ id })}
      >
        <p>{scores === 0 ? m.rating_delete_text() : m.rating_delete_used({ scores: m.rating_scores({ count: scores }) })}</p>
      </ConfirmModal>
    </>
  );
}
