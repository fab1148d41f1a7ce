/** Faults of the viewer's markup that a screen reader meets, and what mends each. A repaired element no longer matches. */
const repairs: readonly (readonly [selector: string, repair: (element: HTMLElement) => void])[] = [
  // The list of clients has tabs with a menu among them.
  [
    '.client-libraries-list[role="tablist"]',
    (list) => {
      list.setAttribute('role', 'group');
      list.removeAttribute('aria-orientation');
    },
  ],
  ['.client-libraries-list [role="tab"]', (tab) => tab.removeAttribute('role')],
  // The entries of the sidebar are no options. The selected one is the present place.
  [
    ':is(button, a, div:not([role]))[aria-selected]',
    (entry) => {
      if (entry.ariaSelected === 'true') entry.setAttribute('aria-current', 'location');
      else entry.removeAttribute('aria-current');
      entry.removeAttribute('aria-selected');
    },
  ],
  [
    '[role="textbox"]:not([aria-label], [aria-labelledby])',
    (field) => field.setAttribute('aria-label', field.textContent || 'Value'),
  ],
  [
    ':is(.scalar-code-copy, .code-copy):not([aria-label])',
    (button) => button.setAttribute('aria-label', 'Copy code'),
  ],
  // On a phone their texts are hidden.
  [
    ':is(.client-libraries__select, a[target="_blank"]):not([aria-label])',
    (element) => element.setAttribute('aria-label', element.textContent?.trim() || 'More'),
  ],
  // The page has a banner, and what is on a phone the bar of the sidebar is in no landmark.
  ['aside[role="navigation"]', (aside) => aside.removeAttribute('role')],
  ['header:not([role])', (header) => header.setAttribute('role', 'none')],
  [
    '.t-doc__header:not([role])',
    (bar) => {
      bar.setAttribute('role', 'navigation');
      bar.setAttribute('aria-label', 'Sections');
    },
  ],
  ['ul.endpoints:not([tabindex])', (list) => list.setAttribute('tabindex', '0')],
];

/**
 * Repairs the viewer, also what it draws later.
 * @returns a function that ends it
 */
export function repairViewer(viewer: HTMLElement): () => void {
  let frame = 0;
  const repair = () => {
    frame = 0;
    for (const [selector, mend] of repairs) viewer.querySelectorAll<HTMLElement>(selector).forEach(mend);
  };
  const observer = new MutationObserver(() => {
    frame ||= requestAnimationFrame(repair);
  });
  observer.observe(viewer, { subtree: true, childList: true, attributeFilter: ['aria-selected'] });
  repair();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
