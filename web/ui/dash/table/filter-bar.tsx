import { ActionIcon, Button, Drawer, Popover } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import { useFittingChips } from '#web/ui/dash/use-fitting-chips.ts';
import { IconAdjustmentsHorizontal, IconX } from '#web/ui/icons.ts';
import classes from './filter-bar.module.css';

export interface ActiveFilter {
  key: string;
  /** The label of the filter, such as "Rent". */
  label: string;
  /** The text of the chip while its filter is on: "Rent: under KES 100,000". */
  on?: string | undefined;
  onRemove?: () => void;
  removeLabel?: string;
  /** The input fields of the filter. */
  content: ReactNode;
  width?: number;
}

/** One filter: opens its fields; when it is on, it is tinted and has a cross that removes it. */
export function FilterChip({ label, on, onRemove, removeLabel, content, width = 280 }: Omit<ActiveFilter, 'key'>) {
  const [open, setOpen] = useState(false);
  const isOn = on !== undefined;
  const target = (
    <Popover opened={open} onChange={setOpen} width={width} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={classes.chip} data-on={isOn || undefined} onClick={() => setOpen(!open)}>
          {on ?? label}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{content}</Popover.Dropdown>
    </Popover>
  );
  if (!isOn || !onRemove) return target;
  return (
    <span className={classes.pair}>
      {target}
      <button type="button" className={classes.chip} data-on onClick={onRemove} aria-label={removeLabel}>
        <IconX size={14} aria-hidden />
      </button>
    </span>
  );
}

export interface FilterBarProps {
  search?: (className: string) => ReactNode;
  filters: readonly ActiveFilter[];
  /** Column choice and saved views, which only wide screens show. */
  right?: ReactNode;
  /** On a phone all filters are in one sheet behind one button. */
  phone: {
    /** The label of the button, with the number of active filters. */
    label: string;
    title: string;
    /** "More filters": on a wide screen it contains the filters that do not fit beside the search. */
    more: string;
    closeLabel: string;
    /** The label of the button that closes the sheet, such as "Show 62 tenancies". */
    applyLabel: string;
    /** The sorting, as the first entry of the sheet. */
    sort?: ReactNode;
  };
}

export function FilterBar({ search, filters, right, phone }: FilterBarProps) {
  /** The filters of the open sheet: all of them on a phone. They stay while it is open, also those that are turned on in it. */
  const [open, setOpen] = useState<'all' | readonly string[] | null>(null);
  const on = filters.filter((filter) => filter.on !== undefined).length;
  const close = () => setOpen(null);
  const { row, measuring, shown } = useFittingChips(filters);
  const rest = filters.filter(({ key }) => !shown(key)).map(({ key }) => key);
  const onPhone = open === 'all';
  const sheet = Array.isArray(open) ? filters.filter(({ key }) => open.includes(key)) : filters;
  return (
    <div className={classes.bar}>
      {search?.(cx(classes.search))}
      <div className={classes.chips} ref={row} data-measuring={measuring || undefined}>
        {filters.map(({ key, ...filter }) => shown(key) && <FilterChip key={key} {...filter} />)}
        {(measuring || rest.length > 0) && (
          <button type="button" className={classes.chip} data-more onClick={() => setOpen(rest)}>
            {phone.more}
          </button>
        )}
      </div>
      {right && <div className={classes.right}>{right}</div>}
      {(filters.length > 0 || phone.sort) && (
        <span className={classes.open}>
          <ActionIcon variant="default" size={44} aria-label={phone.label} onClick={() => setOpen('all')}>
            <IconAdjustmentsHorizontal size={18} aria-hidden />
          </ActionIcon>
          {on > 0 && (
            <span className={classes.count} aria-hidden="true">
              {on}
            </span>
          )}
        </span>
      )}
      <Drawer
        opened={open !== null}
        onClose={close}
        title={onPhone ? phone.title : phone.more}
        position={onPhone ? 'bottom' : 'right'}
        closeButtonProps={{ 'aria-label': phone.closeLabel }}
        classNames={onPhone ? { content: cx(classes.paper) } : {}}
      >
        <div className={classes.sheet}>
          {onPhone && phone.sort}
          {sheet.map((filter) => (
            <section key={filter.key}>
              <h3>
                {filter.label}
                {filter.on !== undefined && filter.onRemove && (
                  <ActionIcon aria-label={filter.removeLabel ?? ''} onClick={filter.onRemove}>
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                )}
              </h3>
              {filter.content}
            </section>
          ))}
        </div>
        <div className={classes.apply}>
          <Button fullWidth size="md" onClick={close}>
            {phone.applyLabel}
          </Button>
        </div>
      </Drawer>
    </div>
  );
}
