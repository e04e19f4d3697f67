import { SegmentedControl } from '@mantine/core';
import { accentKeys } from '#contract/constants.ts';
import { accentColourLabels } from '#contract/people/labels.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { type ColourScheme, setAccent, setScheme, useScheme } from '#web/ui/public/scheme.ts';
import { m } from '#words/messages.js';
import classes from './people.module.css';

/** The choice applies at once and is stored on this device. */
export function AppearanceSettings() {
  const { scheme, accent } = useScheme();
  return (
    <Panel title={m.profile_appearance()} right={<span className={classes.quiet}>{m.profile_appearance_text()}</span>}>
      <div className={classes.stack}>
        <div>
          <p className={classes.legend} id="scheme-label">
            {m.shell_scheme()}
          </p>
          <SegmentedControl
            aria-labelledby="scheme-label"
            value={scheme}
            onChange={(value) => setScheme(value as ColourScheme)}
            data={[
              { value: 'light', label: m.shell_scheme_light() },
              { value: 'dark', label: m.shell_scheme_dark() },
              { value: 'auto', label: m.shell_scheme_device() },
            ]}
          />
        </div>
        <fieldset className={classes.swatches}>
          <legend className={classes.legend}>{m.shell_accent()}</legend>
          {accentKeys.map((name) => (
            <label key={name} className={classes.swatch}>
              <input type="radio" name="accent" value={name} checked={accent === name} onChange={() => setAccent(name)} />
              <span className={classes.dot} style={{ background: `var(--mantine-color-${name}-7)` }} aria-hidden="true" />
              {accentColourLabels[name]()}
            </label>
          ))}
        </fieldset>
      </div>
    </Panel>
  );
}
