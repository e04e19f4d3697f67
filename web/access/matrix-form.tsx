import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Permission } from '#contract/access/documents.ts';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { Matrix } from './matrix.tsx';

type Props = {
  start: readonly Permission[];
  grantable: readonly Permission[];
  mayEdit: boolean;
  saving: boolean;
  save: (grants: Permission[]) => void;
  children?: ReactNode;
};

/** A matrix that is changed as a whole: how much differs stands beside the buttons that undo or keep it. */
export function MatrixForm({ start, grantable, mayEdit, saving, save, children }: Props) {
  const first = new Set(start);
  const [value, setValue] = useState<ReadonlySet<Permission>>(first);
  const changes = [...value].filter((p) => !first.has(p)).length + start.filter((p) => !value.has(p)).length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save([...value]);
      }}
    >
      {children}
      <Matrix value={value} grantable={new Set(grantable)} onChange={mayEdit ? setValue : undefined} />
      {mayEdit && changes > 0 && (
        <div className={classes.save} role="status">
          <span>{m.access_changes({ count: changes })}</span>
          <Button variant="default" onClick={() => setValue(first)}>
            {m.access_undo()}
          </Button>
          <Button type="submit" loading={saving}>
            {m.access_save()}
          </Button>
        </div>
      )}
    </form>
  );
}
