import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { type RatingItem, ratingCalls } from '#contract/rating/calls.ts';
import { ratingTargetLabels } from '#contract/rating/labels.ts';
import { reviewCalls } from '#contract/review/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { ReorderListDrawer } from '#web/lists/order-drawer.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { DataTable, MobileRow, type TableColumn, TwoLineCell } from '#web/ui/dash/table/data-table.tsx';
import { formatRating } from '#web/ui/format.ts';
import { IconArrowsSort, IconPencil, IconPlus } from '#web/ui/icons.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { CategoryActiveBadge } from './categories.tsx';
import { RatingCategoryForm, RatingQuestionForm } from './forms.tsx';

type Category = CallResult<typeof ratingCalls.categoryDetails>;

/** A rating category and its questions. */
export default function RatingItems() {
  const id = parseAddressId(useParams().id);
  const category = useCall(ratingCalls.categoryDetails, { id });
  if (category.data?.id === id) return <Questions category={category.data} />;
  return <LoadingState answer={category} rows={6} />;
}

const answerOf = (item: RatingItem) => (item.required ? m.rating_required() : m.rating_optional());
const columns = (): readonly TableColumn<RatingItem>[] => [
  { key: 'label', header: m.rating_column_questions(), wrap: true, cell: (i) => <TwoLineCell top={i.label} bottom={i.label_sw} /> },
  { key: 'required', header: m.rating_answer(), cell: answerOf },
  { key: 'safety', header: m.rating_safety(), cell: (i) => <Safety item={i} /> },
  { key: 'scores', header: m.rating_column_scores(), align: 'right', cell: (i) => i.scores },
  { key: 'average', header: m.rating_column_average(), align: 'right', cell: (i) => (i.average === null ? '–' : formatRating(i.average)) },
];
const Safety = ({ item }: { item: RatingItem }) => (item.safety ? <ToneBadge tone="warn">{m.rating_safety()}</ToneBadge> : '–');

function Questions({ category }: { category: Category }) {
  const { visitor } = useApp();
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [open, setOpen] = useState<'new' | 'category' | 'order' | null>(null);
  const may = (action: 'create' | 'edit') => isAllowed(['property_rating_categories', action], visitor);
  const edited = category.items.find((item) => String(item.id) === params.get('edit'));
  const close = () => setOpen(null);
  const add = may('create') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      {m.rating_question_new()}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={category.name}
        badge={<CategoryActiveBadge active={category.active} />}
        sub={[
          ratingTargetLabels[category.target](),
          `${m.rating_weight()} ${category.weight}`,
          m.rating_questions({ count: category.questions }),
        ].join(' · ')}
        crumbs={[{ label: m.screens_rating_categories(), href: link('rating.categories') }, { label: category.name }]}
        crumbsLabel={m.shell_nav_sections()}
        actions={
          <>
            {may('edit') && category.items.length > 1 && (
              <Button variant="default" leftSection={<IconArrowsSort size={16} aria-hidden />} onClick={() => setOpen('order')}>
                {m.rating_order()}
              </Button>
            )}
            {may('edit') && (
              <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setOpen('category')}>
                {m.rating_edit()}
              </Button>
            )}
            {category.items.length > 0 && add}
          </>
        }
      />
      <DataTable
        caption={category.name}
        columns={columns()}
        rows={category.items}
        rowKey={(i) => String(i.id)}
        rowHref={(i) => `?edit=${i.id}`}
        loadingLabel={m.shell_loading()}
        empty={<StateBlock title={m.rating_questions_empty()} text={m.rating_questions_empty_text()} action={add || undefined} />}
        mobile={(i) => (
          <MobileRow
            name={i.label}
            amount={i.average === null ? '–' : formatRating(i.average)}
            meta={answerOf(i)}
            metaEnd={m.rating_scores({ count: i.scores })}
            badge={i.safety ? <Safety item={i} /> : undefined}
          />
        )}
      />
      {open === 'new' && <RatingQuestionForm categoryId={category.id} item={null} close={close} />}
      {open === 'category' && (
        <RatingCategoryForm category={category} close={close} done={close} gone={() => void navigate(link('rating.categories'))} />
      )}
      {open === 'order' && <Ordering category={category} close={close} />}
      {edited && (
        <RatingQuestionForm key={edited.id} categoryId={category.id} item={edited} close={() => setParams({}, { preventScrollReset: true })} />
      )}
    </>
  );
}

function Ordering({ category, close }: { category: Category; close: () => void }) {
  const order = useAction(ratingCalls.orderItems, { touches: [reviewCalls], said: () => m.said_ordered(), done: close });
  const rows = category.items.map((item) => ({ id: item.id, label: item.label }));
  const save = (ids: number[]) => order.mutate({ id: category.id, ids });
  return <ReorderListDrawer title={m.rating_order()} rows={rows} busy={order.isPending} save={save} close={close} />;
}
