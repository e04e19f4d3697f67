import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useApp } from '#web/layout/app.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { StateBlock } from '#web/ui/dash/state-block.tsx';
import { m } from '#words/messages.js';

/** The "not allowed" page of each dashboard. */
export default function NotAllowedPage() {
  const { word } = useApp();
  const { link, layout } = useDashboard();
  const who =
    layout === 'superadmin' || layout === 'admin' || layout === 'subadmin' ? m.dashboard_denied_ask_superadmin() : m.dashboard_denied_ask_holder();
  return (
    <>
      <h1 className="sr-only">{m.dashboard_denied_title()}</h1>
      <StateBlock
        kind="denied"
        title={word('accessForbidden')}
        text={m.dashboard_denied_plain({ who })}
        action={
          <Button component={Link} to={link('home.dashboard')}>
            {word('goHome')}
          </Button>
        }
      />
    </>
  );
}
