import { useEffect, useId, useRef } from 'react';
import { Button } from '#web/ui/public/button.tsx';
import { m } from '#words/messages.js';
import classes from './agreement.module.css';
import { makeSignaturePath } from './signature-path.ts';

/** The field for drawing a signature with a finger or a mouse. The drawing library loads when a person opens it. */
export function SignatureField({ onDrawn }: { onDrawn: (path: string) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const clear = useRef<() => void>(() => undefined);
  const id = useId();
  const say = useRef(onDrawn);
  say.current = onDrawn;
  useEffect(() => {
    const box = canvas.current;
    if (!box) return;
    let end = () => undefined as unknown;
    let gone = false;
    void import('signature_pad').then(({ default: SignaturePad }) => {
      if (gone) return;
      const pad = new SignaturePad(box, { penColor: '#0b1f3a', backgroundColor: '#ffffff' });
      const told = () =>
        say.current(
          makeSignaturePath(
            pad.toData().map(({ points }) => points),
            { width: box.offsetWidth, height: box.offsetHeight },
          ),
        );
      let width = 0;
      // A rotated phone has another canvas, and a drawing on the old one would be cut off.
      const fitted = () => {
        if (box.offsetWidth === width) return;
        width = box.offsetWidth;
        const ratio = Math.max(window.devicePixelRatio || 1, 1);
        box.width = box.offsetWidth * ratio;
        box.height = box.offsetHeight * ratio;
        box.getContext('2d')?.scale(ratio, ratio);
        pad.clear();
        say.current('');
      };
      fitted();
      pad.addEventListener('endStroke', told);
      window.addEventListener('resize', fitted);
      clear.current = () => {
        pad.clear();
        say.current('');
      };
      end = () => {
        window.removeEventListener('resize', fitted);
        pad.off();
      };
    });
    return () => {
      gone = true;
      end();
    };
  }, []);
  return (
    <div className={classes.pad}>
      <p className={classes.quiet} id={id}>
        {m.agreement_sign_draw_here()}
      </p>
      <canvas ref={canvas} role="img" aria-labelledby={id} />
      <div>
        <Button variant="default" onClick={() => clear.current()}>
          {m.agreement_sign_clear()}
        </Button>
      </div>
    </div>
  );
}
