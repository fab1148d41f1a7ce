import type { BrowserContext } from '@playwright/test';

/** Runs in each page. An error of its console ends the flow. */
function watchDialogs(): void {
  /** Dialogs that are questions or notices about any click. */
  const interruptions = /Discard your changes\?|Another account is selected/;
  const seen = new WeakSet<Element>();
  let pressed: Element | null = null;
  const press = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button, [role="menuitem"]') : null;
    const isForm = button?.closest('[role="dialog"]') || button?.matches('[type="submit"]');
    pressed = isForm ? null : button;
  };
  const check = () => {
    for (const dialog of document.querySelectorAll('[role="dialog"][aria-modal="true"]')) {
      if (seen.has(dialog)) continue;
      seen.add(dialog);
      const says = pressed?.getAttribute('aria-haspopup');
      if (pressed && says !== 'dialog' && !interruptions.test(dialog.textContent ?? ''))
        console.error(`${pressed.textContent || pressed.ariaLabel} opens a dialog and does not say so.`);
      pressed = null;
    }
  };
  /** A shortcut opens a dialog without a button. */
  const type = ({ key }: KeyboardEvent) => {
    if (key !== 'Enter' && key !== ' ') pressed = null;
  };
  addEventListener('click', press, { capture: true });
  addEventListener('keydown', type, { capture: true });
  new MutationObserver(check).observe(document, { childList: true, subtree: true });
}

/** Makes the pages of a context write an error where a button opens a dialog without `aria-haspopup="dialog"`. */
export function requireAnnouncedDialogs(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(watchDialogs);
}
