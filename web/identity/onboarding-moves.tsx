import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import classes from './identity.module.css';

export const OnboardingButtons = ({ back, label, loading = false }: { back: () => void; label: string; loading?: boolean }) => (
  <div className={classes.moves}>
    <Button size="md" variant="default" onClick={back}>
      {m.identity_onboarding_back()}
    </Button>
    <Button size="md" type="submit" fullWidth loading={loading}>
      {label}
    </Button>
  </div>
);
