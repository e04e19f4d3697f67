import { closestCenter, DndContext, type DragEndEvent, KeyboardSensor, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconChevronDown, IconChevronUp, IconGripVertical } from '#web/ui/icons.ts';
import classes from './order-list.module.css';

export interface ReorderableItem {
  readonly id: number;
  readonly label: string;
  readonly hint?: ReactNode;
}

export interface ReorderableListProps {
  label: string;
  rows: readonly ReorderableItem[];
  onChange: (rows: ReorderableItem[]) => void;
  words: {
    /** How to drag with a keyboard, for screen readers. */
    howTo: string;
    drag: (label: string) => string;
    up: (label: string) => string;
    down: (label: string) => string;
    /** Announced while a row moves. */
    at: (label: string, place: number, of: number) => string;
  };
}

/** Rows that are ordered by dragging, by keyboard on the handle, or by the arrows beside each. */
export function ReorderableList({ label, rows, onChange, words }: ReorderableListProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (id: unknown) => rows.findIndex((row) => row.id === id);
  const step = (from: number, to: number) => to >= 0 && to < rows.length && onChange(arrayMove([...rows], from, to));
  const dropped = ({ active, over }: DragEndEvent) => over && active.id !== over.id && step(place(active.id), place(over.id));
  const say = (id: unknown, over: unknown) => words.at(rows[place(id)]?.label ?? '', place(over) + 1, rows.length);
  const announcements = {
    onDragStart: ({ active }: { active: { id: unknown } }) => say(active.id, active.id),
    onDragOver: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) => (over ? say(active.id, over.id) : undefined),
    onDragEnd: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) => say(active.id, over?.id ?? active.id),
    onDragCancel: ({ active }: { active: { id: unknown } }) => say(active.id, active.id),
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={dropped}
      accessibility={{ announcements, screenReaderInstructions: { draggable: words.howTo } }}
    >
      <SortableContext items={rows.map((row) => row.id)} strategy={verticalListSortingStrategy}>
        <ol className={classes.list} aria-label={label}>
          {rows.map((row, at) => (
            <Row key={row.id} row={row} words={words} first={at === 0} last={at === rows.length - 1} step={(by) => step(at, at + by)} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

type RowProps = { row: ReorderableItem; words: ReorderableListProps['words']; first: boolean; last: boolean; step: (by: number) => void };

function Row({ row, words, first, last, step }: RowProps) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id: row.id });
  return (
    <li
      ref={setNodeRef}
      className={classes.row}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition: transition ?? undefined }}
    >
      <button type="button" className={classes.grip} {...attributes} {...listeners} aria-label={words.drag(row.label)}>
        <IconGripVertical size={18} aria-hidden />
      </button>
      <span className={classes.words}>
        <b>{row.label}</b>
        {row.hint && <span>{row.hint}</span>}
      </span>
      <ActionIcon variant="subtle" color="gray" size={36} disabled={first} aria-label={words.up(row.label)} onClick={() => step(-1)}>
        <IconChevronUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size={36} disabled={last} aria-label={words.down(row.label)} onClick={() => step(1)}>
        <IconChevronDown size={18} aria-hidden />
      </ActionIcon>
    </li>
  );
}
