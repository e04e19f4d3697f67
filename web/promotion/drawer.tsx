import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { platformRoles } from '#contract/kernel/roles.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { type PromotionDetails, promotionCalls } from '#contract/promotion/calls.ts';
import { promotionTargetLabels } from '#contract/promotion/labels.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { DefinitionList } from '#web/ui/dash/facts.tsx';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';
import { PromotionForm } from './form.tsx';
import { formatPromotionPeriod, formatPromotionValue, promotionStatusNames } from './labels.ts';
import classes from './promotion.module.css';

/** One promotion: its discount, its listings and the actions on it. */
export function PromotionDrawer({ id, close }: { id: number | null; close: () => void }) {
  const promotion = useCall(promotionCalls.details, id === null ? null : { id });
  const [editing, setEditing] = useState(false);
  if (id === null) return null;
  if (!promotion.data || promotion.data.id !== id)
    return (
      <FormDrawer opened onClose={close} title={m.promotion_title()} closeLabel={m.shell_close()} onSubmit={close} actions={null}>
        <LoadingState answer={promotion} rows={6} />
      </FormDrawer>
    );
  if (editing) return <PromotionForm key={id} promotion={promotion.data} close={() => setEditing(false)} />;
  return <Loaded promotion={promotion.data} close={close} edit={() => setEditing(true)} />;
}

function Loaded({ promotion: p, close, edit }: { promotion: PromotionDetails; close: () => void; edit: () => void }) {
  const [asked, setAsked] = useState<'schedule' | 'cancel' | null>(null);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={p.name}
      closeLabel={m.shell_close()}
      onSubmit={edit}
      actions={
        <>
          {p.moves.includes('cancel') && (
            <Button variant="default" onClick={() => setAsked('cancel')}>
              {m.promotion_cancel()}
            </Button>
          )}
          {p.may_edit && (
            <Button variant="default" onClick={edit}>
              {m.shell_edit()}
            </Button>
          )}
          {p.moves.includes('schedule') && <Button onClick={() => setAsked('schedule')}>{m.promotion_schedule()}</Button>}
        </>
      }
    >
      <div>
        <ToneBadge tone={promotionStatusNames[p.status].tone}>{promotionStatusNames[p.status].label()}</ToneBadge>
      </div>
      <DefinitionList
        items={[
          { label: m.promotion_column_worth(), value: formatPromotionValue(p) },
          { label: m.promotion_field_applies(), value: promotionTargetLabels[p.applies_to]() },
          { label: m.promotion_field_months(), value: p.months },
          { label: m.promotion_column_days(), value: formatPromotionPeriod(p) },
          { label: m.promotion_column_used(), value: p.quota === null ? p.used : m.promotion_used_of({ used: p.used, quota: p.quota }) },
          ...(p.promo_code ? [{ label: m.promotion_field_code(), value: p.promo_code }] : []),
        ]}
      />
      <ul className={classes.offers} aria-label={m.promotion_column_listings()}>
        {p.offers.map((o) => (
          <li key={o.id}>
            <span>
              {o.title}
              <br />
              <span className={classes.quiet}>{o.property}</span>
            </span>
            <span>
              {o.promoted_cents === null ? (
                formatKes(o.price_cents)
              ) : (
                <>
                  <s>{formatKes(o.price_cents)}</s> <b>{formatKes(o.promoted_cents)}</b>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Ask promotion={p} asked={asked} close={() => setAsked(null)} />
    </FormDrawer>
  );
}

function Ask({ promotion, asked, close }: { promotion: PromotionDetails; asked: 'schedule' | 'cancel' | null; close: () => void }) {
  const [shown, setShown] = useState<'schedule' | 'cancel'>('schedule');
  if (asked && asked !== shown) setShown(asked);
  const move = useAction(promotionCalls.move, {
    touches: [listingCalls],
    inPlace: true,
    said: ({ name, status }) => m.said_state({ name, state: promotionStatusNames[status].label() }),
    done: () => shut(),
  });
  const shut = () => {
    move.reset();
    close();
  };
  const canceling = shown === 'cancel';
  const { visitor } = useApp();
  const [reason, setReason] = useState('');
  // The holder knows why they cancel; platform staff must give the holder a reason.
  const asksWhy = canceling && (platformRoles as readonly string[]).includes(visitor.role);
  return (
    <ConfirmModal
      opened={asked !== null}
      onClose={shut}
      title={canceling ? m.promotion_cancel_ask({ name: promotion.name }) : m.promotion_schedule_ask({ name: promotion.name })}
      confirmLabel={canceling ? m.promotion_cancel() : m.promotion_schedule()}
      cancelLabel={canceling ? m.promotion_cancel_keep() : m.shell_cancel()}
      closeLabel={m.shell_close()}
      danger={canceling}
      loading={move.isPending}
      problem={move.problem}
      ready={!asksWhy || reason.trim() !== ''}
      onConfirm={() => move.mutate({ id: promotion.id, move: shown, ...(asksWhy ? { reason } : {}) })}
    >
      {canceling ? m.promotion_cancel_text() : m.promotion_schedule_text({ date: formatDate(promotion.starts_at) })}
      {asksWhy && (
        <Textarea
          label={m.promotion_reason()}
          description={m.promotion_problem_reason()}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          maxLength={300}
          autosize
          minRows={2}
          required
        />
      )}
    </ConfirmModal>
  );
}
