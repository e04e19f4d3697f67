import { Button } from '@mantine/core';
import type { Permission } from '#contract/access/documents.ts';
import { formatPermissionName } from '#contract/access/permission-name.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import type { FormHandle } from '#web/forms/use-form.ts';
import { m } from '#words/messages.js';
import classes from './access.module.css';
import { PermissionMatrix } from './matrix.tsx';

/** Each permission is a separate field, so that two people who change different permissions do not conflict. */
export type GrantedPermissions = Readonly<Record<string, boolean>>;
type Holder = { readonly grants: readonly Permission[]; readonly grantable: readonly Permission[] };

export const toGrantedPermissions = ({ grants, grantable }: Holder): GrantedPermissions => {
  const held = new Set(grants);
  return Object.fromEntries([...new Set([...grantable, ...grants])].map((right) => [right, held.has(right)]));
};
export const toGrants = (granted: GrantedPermissions): Permission[] => Object.keys(granted).filter((right) => granted[right]) as Permission[];

type Props = { form: FormHandle<GrantedPermissions>; grantable: readonly Permission[]; mayEdit: boolean };

/** A matrix saved as a whole: the number of changes appears beside the buttons to undo or save. */
export function PermissionMatrixForm({ form, grantable, mayEdit }: Props) {
  const value = new Set(toGrants(form.values));
  const change = (next: ReadonlySet<Permission>) =>
    form.put(Object.fromEntries([...new Set([...Object.keys(form.values), ...next])].map((right) => [right, next.has(right as Permission)])));
  return (
    <form onSubmit={form.submit}>
      <PermissionMatrix value={value} grantable={new Set(grantable)} onChange={mayEdit ? change : undefined} />
      {mayEdit && form.changed && (
        <div className={classes.save} role="status">
          <span>{m.access_changes({ count: Object.keys(form.touched).length })}</span>
          <Button variant="default" onClick={form.undo}>
            {m.access_undo()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.access_save()}
          </Button>
        </div>
      )}
      <EditConflictDialog form={form} labels={Object.fromEntries(Object.keys(form.values).map((right) => [right, formatPermissionName(right)]))} />
    </form>
  );
}
