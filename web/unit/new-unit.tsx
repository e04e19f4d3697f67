import { Button, Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { unitCalls } from '#contract/unit/calls.ts';
import { useCall } from '#web/client/use-call.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { IconPlus } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './unit.module.css';

/** A unit belongs to a property, so from the list of all units the user first chooses one. */
export function NewUnitDrawer() {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  // A dealer reads a whole county but writes only own or mandated properties; without any, the action is hidden.
  const any = useCall(unitCalls.choices, { q: '', creating: 'true' });
  const found = useCall(unitCalls.choices, { q: text, creating: 'true' }, { enabled: open });
  const properties = found.data?.properties ?? [];
  const go = () => {
    const property = properties.find((one) => String(one.id) === chosen);
    if (property) void navigate(link('unit.create', { id: property.id, code: property.code }));
  };
  if (any.data?.properties.length === 0) return null;
  return (
    <>
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {m.unit_new()}
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title={m.unit_new_where()} closeButtonProps={{ 'aria-label': m.shell_close() }}>
        <div className={classes.form}>
          <Select
            label={m.unit_property()}
            placeholder={m.unit_choose_property()}
            data={properties.map((one) => ({ value: String(one.id), label: one.name }))}
            value={chosen}
            onChange={setChosen}
            onSearchChange={(next) => !properties.some((one) => one.name === next) && setText(next)}
            filter={({ options }) => options}
            nothingFoundMessage={m.unit_no_property()}
            searchable
            data-autofocus
          />
          <div className={classes.foot}>
            <Button variant="default" onClick={() => setOpen(false)}>
              {m.shell_cancel()}
            </Button>
            <Button disabled={chosen === null} onClick={go}>
              {m.unit_new_go()}
            </Button>
          </div>
        </div>
      </Modal>
    </>
  );
}
