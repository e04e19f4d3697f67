import { tooltipDelayMs } from '#contract/constants.ts';
import classes from './tips.module.css';

/**
 * Shows the name of a control without text while the pointer or keyboard focus is on the control. One tooltip element serves the whole page, and a
 * control needs only its accessible name. Escape or a press hides the tooltip.
 */
const controls = 'button[aria-label], a[aria-label], [role=button][aria-label]';
const gap = 6;

const isWordless = (control: HTMLElement): boolean => !/[\p{L}\p{N}]/u.test(control.innerText);

let started = false;

export function startTooltips(page: Document = document): void {
  if (started) return;
  started = true;
  let tip: HTMLElement | null = null;
  let over: HTMLElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    tip?.remove();
    tip = null;
    over = null;
  };
  const show = (control: HTMLElement) => {
    const label = control.getAttribute('aria-label');
    if (!label || !control.isConnected || control.getAttribute('aria-expanded') === 'true') return;
    tip = page.createElement('div');
    tip.className = classes.tip ?? '';
    tip.dataset.tip = label;
    tip.setAttribute('aria-hidden', 'true');
    page.body.append(tip);
    const at = control.getBoundingClientRect();
    const { width, height } = tip.getBoundingClientRect();
    const above = at.top - height - gap;
    tip.style.top = `${above < gap ? at.bottom + gap : above}px`;
    tip.style.left = `${Math.max(gap, Math.min(at.left + at.width / 2 - width / 2, page.documentElement.clientWidth - width - gap))}px`;
  };
  const rest = (target: EventTarget | null, byKeyboard: boolean) => {
    const control = target instanceof HTMLElement || target instanceof SVGElement ? target.closest<HTMLElement>(controls) : null;
    if (control === over) return;
    hide();
    if (!control || !isWordless(control) || (byKeyboard && !control.matches(':focus-visible'))) return;
    over = control;
    timer = setTimeout(() => show(control), tooltipDelayMs);
  };
  page.addEventListener('pointerover', (event) => event.pointerType === 'mouse' && rest(event.target, false));
  page.addEventListener('focusin', (event) => rest(event.target, true));
  page.addEventListener('focusout', hide);
  page.addEventListener('pointerdown', hide, true);
  page.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), true);
  page.addEventListener('scroll', hide, { capture: true, passive: true });
}
