import { Button, Checkbox, NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { discountTypes, toDiscountType, toListingType } from '#contract/catalogue/kinds.ts';
import { listingTypeLabels } from '#contract/catalogue/labels.ts';
import type { CallResult } from '#contract/kernel/call.ts';
import { listingCalls } from '#contract/listing/calls.ts';
import { toPercent, toShillings, typedAmountToCents, typedPercentToBasisPoints } from '#contract/money/cents.ts';
import { type PromotionDetails, promotionCalls } from '#contract/promotion/calls.ts';
import { discountTypeLabels, promotionTargetLabels } from '#contract/promotion/labels.ts';
import { calculatePromotedPrice } from '#contract/promotion/price.ts';
import { clock } from '#contract/time/clock.ts';
import { endOfDay, lastDayBefore, startOfDay, toNairobiDay } from '#contract/time/days.ts';
import { useCall } from '#web/client/use-call.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './promotion.module.css';

type Offered = CallResult<typeof promotionCalls.choices>['results'][number];
type Applies = PromotionDetails['applies_to'];
type Num = number | string;

const draftOf = (p: PromotionDetails | null) => ({
  name: p?.name ?? '',
  type: p?.discount_type ?? discountTypes.percentage,
  amount: (p ? (p.discount_type === discountTypes.percentage ? toPercent : toShillings)(p.value) : '') as Num,
  perk: p?.perk ?? '',
  applies: (p?.applies_to ?? 'rent') as Applies,
  months: (p?.months ?? 1) as Num,
  from: toNairobiDay(p?.starts_at ?? clock.now()),
  to: p ? lastDayBefore(p.ends_at) : '',
  quota: (p?.quota ?? '') as Num,
  code: p?.promo_code ?? '',
  stackable: p?.stackable ?? false,
  listings: (p?.offers ?? []).map((o) => String(o.id)) as readonly string[],
});
type Draft = ReturnType<typeof draftOf>;

/** Percentages with two decimals and shillings with cents are both kept in hundredths. */
const worth = (d: Draft): number =>
  d.type === discountTypes.no_discount
    ? 0
    : (d.type === discountTypes.percentage ? typedPercentToBasisPoints : typedAmountToCents)(Number(d.amount) || 0);

/** Problems that depend on several fields. */
function problemsOf(d: Draft): Record<string, string> {
  const perk = d.type === discountTypes.no_discount;
  return {
    ...(perk && !d.perk.trim() ? { perk: m.promotion_need_perk() } : {}),
    ...(!perk && worth(d) < 1 ? { amount: m.promotion_need_value() } : {}),
    ...(!d.from || !d.to || d.to < d.from ? { to: m.promotion_need_days() } : {}),
    ...(d.listings.length === 0 ? { listings: m.promotion_need_listings() } : {}),
  };
}
/** Maps a field of the call to a field of the form. */
const names = {
  discount_type: 'type',
  value: 'amount',
  applies_to: 'applies',
  starts_at: 'from',
  ends_at: 'to',
  promo_code: 'code',
  listing_ids: 'listings',
};

const usePromotionForm = (promotion: PromotionDetails | null, done: () => void) =>
  useForm(promotion ? promotionCalls.update : promotionCalls.create, {
    saved: promotion,
    from: draftOf,
    blank: () => draftOf(null),
    given: (draft, { revision }) => {
      const given = {
        name: draft.name,
        discount_type: draft.type,
        value: worth(draft),
        perk: draft.perk,
        applies_to: draft.applies,
        months: Number(draft.months) || 1,
        starts_at: draft.from && startOfDay(draft.from).toISOString(),
        ends_at: draft.to && endOfDay(draft.to).toISOString(),
        quota: Number(draft.quota) || null,
        promo_code: draft.code.trim() || null,
        stackable: draft.stackable,
        listing_ids: draft.listings.map(Number),
      };
      return promotion ? { id: promotion.id, ...given, revision } : given;
    },
    says: { name: m.promotion_need_name },
    check: problemsOf,
    names,
    touches: [listingCalls],
    said: ({ name }) => (promotion ? m.said_saved({ name }) : m.said_added({ name })),
    done,
  });
type Form = ReturnType<typeof usePromotionForm>;

const labels = () => ({
  name: m.promotion_field_name(),
  type: m.promotion_kind(),
  amount: m.promotion_column_worth(),
  perk: m.promotion_field_perk(),
  applies: m.promotion_field_applies(),
  months: m.promotion_field_months(),
  from: m.promotion_field_from(),
  to: m.promotion_field_to(),
  quota: m.promotion_field_quota(),
  code: m.promotion_field_code(),
  stackable: m.promotion_field_stackable(),
  listings: m.promotion_field_listings(),
});
const spoken = (name: keyof Draft, draft: Draft) => {
  if (name === 'type') return discountTypeLabels[toDiscountType(draft.type)]();
  if (name === 'applies') return promotionTargetLabels[draft.applies]();
  return name === 'listings' ? m.promotion_chosen({ count: draft.listings.length }) : undefined;
};

/** Creates or changes a promotion. The new price is shown beside each listing during input. */
export function PromotionForm({ promotion, close }: { promotion: PromotionDetails | null; close: () => void }) {
  const choices = useCall(promotionCalls.choices, {}).data?.results ?? [];
  const form = usePromotionForm(promotion, close);
  return (
    <FormDrawer
      opened
      onClose={close}
      title={promotion ? m.promotion_edit() : m.promotion_new()}
      closeLabel={m.shell_close()}
      onSubmit={form.submit}
      actions={<DrawerActions close={close} busy={form.busy} label={m.promotion_save()} />}
    >
      <EditConflictDialog form={form} labels={labels()} spoken={spoken} />
      <Worth form={form} />
      <When form={form} />
      <Listings draft={form.values} all={choices} set={(ids) => form.set('listings', ids)} error={form.problems.listings} />
    </FormDrawer>
  );
}

const Worth = ({ form }: { form: Form }) => {
  const { values: draft, set, problems } = form;
  return (
    <>
      <TextInput {...form.text('name')} label={m.promotion_field_name()} maxLength={120} />
      <div className={classes.pair}>
        <NativeSelect
          {...form.number('type')}
          label={m.promotion_kind()}
          data={Object.values(discountTypes).map((n) => ({ value: String(n), label: discountTypeLabels[toDiscountType(n)]() }))}
        />
        {draft.type === discountTypes.no_discount ? (
          <TextInput {...form.text('perk')} label={m.promotion_field_perk()} maxLength={200} />
        ) : (
          <Amount type={draft.type} value={draft.amount} onChange={(v) => set('amount', v)} error={problems.amount} />
        )}
        {draft.type !== discountTypes.no_discount && (
          <>
            <NativeSelect
              {...form.text('applies')}
              label={m.promotion_field_applies()}
              data={(Object.keys(promotionTargetLabels) as Applies[]).map((a) => ({ value: a, label: promotionTargetLabels[a]() }))}
            />
            <NumberInput {...form.field('months')} label={m.promotion_field_months()} min={1} max={60} allowDecimal={false} />
          </>
        )}
      </div>
    </>
  );
};

const When = ({ form }: { form: Form }) => (
  <>
    <div className={classes.pair}>
      <TextInput {...form.text('from')} type="date" label={m.promotion_field_from()} />
      <TextInput {...form.text('to')} type="date" label={m.promotion_field_to()} />
      <NumberInput {...form.field('quota')} label={`${m.promotion_field_quota()} ${m.shell_optional()}`} min={1} allowDecimal={false} />
      <TextInput
        {...form.text('code')}
        label={`${m.promotion_field_code()} ${m.shell_optional()}`}
        description={m.promotion_field_code_help()}
        onChange={(e) => form.set('code', e.currentTarget.value.toUpperCase())}
        maxLength={24}
      />
    </div>
    <Switch {...form.tick('stackable')} label={m.promotion_field_stackable()} />
  </>
);

type ListingsProps = { draft: Draft; all: readonly Offered[]; set: (ids: readonly string[]) => void; error: string | undefined };
/** The listings of the promotion, filtered by property, kind and type, so that a hundred can be selected in three clicks. */
function Listings({ draft, all, set, error }: ListingsProps) {
  const [property, setProperty] = useState('');
  const [kind, setKind] = useState('');
  const [type, setType] = useState('');
  const any = { value: '', label: m.promotion_choose_any() };
  const properties = [...new Map(all.map((o) => [String(o.property_id), o.property]))].map(([value, label]) => ({ value, label }));
  const kinds = [...new Set(all.map((o) => o.unit_type).filter(Boolean))].map((k) => ({ value: k, label: k }));
  const types = [...new Set(all.map((o) => o.listing_type))].map((t) => ({ value: String(t), label: listingTypeLabels[toListingType(t)]() }));
  const shown = all.filter(
    (o) => (!property || String(o.property_id) === property) && (!kind || o.unit_type === kind) && (!type || String(o.listing_type) === type),
  );
  const priceOf = (o: Offered): string => {
    const left =
      draft.applies === 'rent' ? calculatePromotedPrice(o.price_cents, [{ discount_type: draft.type, value: worth(draft), stackable: false }]) : null;
    return left === null ? formatKes(o.price_cents) : m.promotion_was({ was: formatKes(o.price_cents), now: formatKes(left) });
  };
  return (
    <fieldset className={classes.group}>
      <legend>{m.promotion_field_listings()}</legend>
      <div className={classes.three}>
        <NativeSelect
          label={m.promotion_choose_property()}
          data={[any, ...properties]}
          value={property}
          onChange={(e) => setProperty(e.currentTarget.value)}
        />
        <NativeSelect label={m.promotion_choose_kind()} data={[any, ...kinds]} value={kind} onChange={(e) => setKind(e.currentTarget.value)} />
        <NativeSelect label={m.promotion_choose_type()} data={[any, ...types]} value={type} onChange={(e) => setType(e.currentTarget.value)} />
      </div>
      <div className={classes.row}>
        <Button
          variant="default"
          onClick={() => set([...new Set([...draft.listings, ...shown.map((o) => String(o.id))])])}
          disabled={shown.length === 0}
        >
          {m.promotion_choose_shown({ count: shown.length })}
        </Button>
        <Button variant="default" onClick={() => set([])} disabled={draft.listings.length === 0}>
          {m.promotion_choose_clear()}
        </Button>
      </div>
      <Checkbox.Group
        label={m.promotion_field_listings()}
        labelProps={{ className: 'sr-only' }}
        description={m.promotion_chosen({ count: draft.listings.length })}
        value={[...draft.listings]}
        onChange={set}
        error={error}
      >
        <div className={classes.listings}>
          {shown.length === 0 && <p className={classes.quiet}>{m.promotion_no_listings()}</p>}
          {shown.slice(0, 200).map((o) => (
            <Checkbox key={o.id} value={String(o.id)} label={`${o.title}`} description={`${o.property} · ${priceOf(o)}`} />
          ))}
        </div>
      </Checkbox.Group>
    </fieldset>
  );
}

type AmountProps = { type: number; value: Num; onChange: (value: Num) => void; error: string | undefined };
const Amount = ({ type, ...rest }: AmountProps) =>
  type === discountTypes.percentage ? (
    <NumberInput {...rest} label={m.promotion_field_percent()} min={0} max={100} suffix="%" clampBehavior="strict" decimalScale={2} hideControls />
  ) : (
    <MoneyInput {...rest} label={m.promotion_field_money()} upTo="price" />
  );
