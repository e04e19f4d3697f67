import type { ReactNode } from 'react';
import { buildStreetDrawingUrl } from '#contract/art/url.ts';
import { AuthFrame } from '#web/ui/shell/auth-frame.tsx';
import { m } from '#words/messages.js';
import { useApp } from './app.tsx';
import { LanguageSwitch } from './language-switch.tsx';

/** The frame of sign-in, set-up and onboarding: a form and a street at dusk. */
export function AuthPage({ top, children }: { top?: ReactNode; children: ReactNode }) {
  const { product } = useApp();
  return (
    <AuthFrame
      brand={product.toLowerCase()}
      brandLabel={m.shell_home_of({ product })}
      skipLabel={m.shell_skip_to_content()}
      top={top ?? <LanguageSwitch />}
      foot={m.shell_pin_warning({ product })}
      saying={{ sw: 'Haba na haba hujaza kibaba', meaning: m.shell_meaning_measure() }}
      artSrc={buildStreetDrawingUrl('usiku', ['maisonette', 'walkup', 'shop'], 3)}
    >
      {children}
    </AuthFrame>
  );
}
