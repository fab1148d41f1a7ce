import { expect, type Page } from '@playwright/test';

/** The widths of a phone, a tablet and a desktop. */
const widths = [390, 834, 1440];

/** The height of the window while it is measured. */
export const MEASURED_HEIGHT = 900;

const soft = expect.configure({ soft: true });

/**
 * Runs in the page.
 * @param selector of the measured part: the whole page, or what is open above it
 * @returns the faults of the layout: a page that scrolls sideways, texts that overlap or are cut, columns with cells beside their
 *   heading, numbers that do not end where their column ends, buttons in two lines, rules without content between them, empty cards
 */
function faultsOfLayout(selector: string): string[] {
  const faults = new Set<string>();
  const part = document.querySelector(selector);
  if (!part) return [`There is no ${selector}.`];
  const named = (element: Element) =>
    `<${element.tagName.toLowerCase()}> ${(element.textContent ?? '').trim().slice(0, 60)}`;
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('svg, [aria-hidden="true"]');
  /** The edges of an ancestor that hides or scrolls what is outside of it. */
  const edgesOf = (element: Element) => {
    const edges = {
      left: 0,
      right: Number.POSITIVE_INFINITY,
      top: Number.NEGATIVE_INFINITY,
      bottom: Number.POSITIVE_INFINITY,
    };
    // What is drawn above the rest: a bar that stays in sight, a dialog.
    let layer: Element | null = null;
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { position, overflowX, overflowY } = getComputedStyle(each);
      if (position === 'fixed' || position === 'sticky') layer ??= each;
      const box = each.getBoundingClientRect();
      if (overflowX !== 'visible') {
        edges.left = Math.max(edges.left, box.left);
        edges.right = Math.min(edges.right, box.right);
      }
      if (overflowY !== 'visible') {
        edges.top = Math.max(edges.top, box.top);
        edges.bottom = Math.min(edges.bottom, box.bottom);
      }
    }
    return { ...edges, layer };
  };

  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add(`The page is ${scrollWidth} wide in a window of ${clientWidth}.`);

  type Line = {
    left: number;
    right: number;
    top: number;
    bottom: number;
    element: Element;
    layer: Element | null;
  };
  const lines: Line[] = [];
  const nodes = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const { currentNode } = nodes;
    const element = currentNode.parentElement;
    if (!currentNode.nodeValue?.trim() || !element || !isSeen(element)) continue;
    const edges = edgesOf(element);
    const range = document.createRange();
    range.selectNodeContents(currentNode);
    for (const box of range.getClientRects()) {
      const line = {
        ...{ left: Math.max(box.left, edges.left), right: Math.min(box.right, edges.right) },
        ...{ top: Math.max(box.top, edges.top), bottom: Math.min(box.bottom, edges.bottom) },
        ...{ element, layer: edges.layer },
      };
      if (line.right - line.left > 1 && line.bottom - line.top > 1) lines.push(line);
    }
  }
  lines.sort((a, b) => a.top - b.top);
  for (const [index, one] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next++) {
      const other = lines[next] as Line;
      const shared = one.bottom - other.top;
      if (shared <= 0) break;
      const isBeside = Math.min(one.right, other.right) - Math.max(one.left, other.left) < 3;
      if (isBeside || shared < 6 || one.element === other.element || one.layer !== other.layer) continue;
      faults.add(`${named(one.element)} overlaps ${named(other.element)}`);
    }
  }

  for (const element of part.querySelectorAll('*')) {
    const hasText = [...element.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim(),
    );
    const { display, overflowX, textOverflow, clipPath } = getComputedStyle(element);
    if (!hasText || display === 'inline' || clipPath !== 'none' || !isSeen(element)) continue;
    // Texts for screen readers alone are one pixel wide.
    const isCut =
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1 &&
      /hidden|clip/.test(overflowX);
    if (isCut && textOverflow !== 'ellipsis') faults.add(`${named(element)} is cut.`);
    else if (isCut && !element.closest('[title]'))
      faults.add(`${named(element)} is cut, and no title has the rest.`);
  }

  const linesIn = (element: Element) => lines.filter((line) => element.contains(line.element));
  for (const button of part.querySelectorAll('.mantine-Button-root')) {
    const tops = linesIn(button).map(({ top }) => top);
    if (Math.max(...tops) - Math.min(...tops) > 10) faults.add(`${named(button)} has two lines.`);
  }

  const cells = (row: Element) => [...row.children].filter(isSeen);
  for (const table of part.querySelectorAll('table')) {
    const [head, ...rows] = [...table.querySelectorAll('tr')].filter(isSeen);
    if (!head?.querySelector('th')) continue;
    for (const [column, heading] of cells(head).entries()) {
      const [title] = linesIn(heading);
      // A table of names and values has headings of rows.
      if (!title || heading.tagName !== 'TH') continue;
      for (const row of rows.slice(0, 20)) {
        const cell = cells(row)[column];
        const own = cell ? linesIn(cell) : [];
        if (!cell || own.length === 0 || cell.querySelector('[data-status]')) continue;
        const left = Math.min(...own.map((line) => line.left));
        const right = Math.max(...own.map((line) => line.right));
        const isAmount = /^[−-]?[A-Z]{3}\s[\d.,]+$/.test(cell.textContent?.trim() ?? '');
        const end =
          cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
        // A table that scrolls shows the first part of its last column, and the end of an amount is outside.
        const isInSight = end <= edgesOf(cell).right;
        if (isAmount && isInSight && end - right > 2)
          faults.add(`The amounts of ${named(heading)} are not on the right.`);
        if (Math.abs(left - title.left) > 2 && Math.abs(right - title.right) > 2) {
          faults.add(`${named(cell)} is not below ${named(heading)}`);
        }
      }
    }
  }

  for (const rule of part.querySelectorAll('hr, [role="separator"]')) {
    const next = rule.nextElementSibling;
    if (isSeen(rule) && (!rule.previousElementSibling || !next || next.matches('hr, [role="separator"]'))) {
      faults.add(`A rule of ${named(rule.parentElement ?? rule)} separates nothing.`);
    }
  }
  for (const card of part.querySelectorAll('main section')) {
    const title = card.querySelector('h2, h3')?.textContent ?? '';
    const isEmpty = (card.textContent ?? '').trim() === title.trim();
    if (isEmpty && isSeen(card) && !card.querySelector('input, textarea, svg, img, canvas, iframe')) {
      faults.add(`${named(card)} is empty.`);
    }
  }
  return [...faults];
}

/** Fails where the layout of a page has a fault on a phone, a tablet or a desktop. The size of the window stays as it was. */
export async function expectInShape(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: MEASURED_HEIGHT });
    // Charts and menus follow the size in the next frames.
    await soft
      .poll(() => page.evaluate(faultsOfLayout, 'body'), { message: `${name} at ${width}` })
      .toEqual([]);
  }
  if (before) await page.setViewportSize(before);
}

/**
 * Runs in the page.
 * @returns the faults of what is open above the page: it is wider than the window or scrolls sideways, a button of it cannot be scrolled
 *   into sight, or the last button of a dialog is not in sight from the start
 */
function faultsOfOpened(selector: string): string[] {
  const faults: string[] = [];
  const part = document.querySelector(selector);
  if (!part) return [`There is no ${selector}.`];
  const { left, right } = part.getBoundingClientRect();
  if (left < 0 || right > window.innerWidth)
    faults.push(`It is from ${left} to ${right} in a window of ${window.innerWidth}.`);
  for (const element of [part, ...part.querySelectorAll('*')]) {
    const isScrolled =
      element.scrollWidth > element.clientWidth + 1 &&
      /auto|scroll/.test(getComputedStyle(element).overflowX);
    // A table may scroll in its own frame.
    if (isScrolled && !element.querySelector('table, pre'))
      faults.push(`It scrolls sideways: ${element.className}`);
  }
  const isInSight = (button: Element) => {
    const box = button.getBoundingClientRect();
    const found = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    return found !== null && (button.contains(found) || found.contains(button));
  };
  const buttons = [...part.querySelectorAll('button, a[href], [role="menuitem"]')].filter((button) =>
    button.checkVisibility(),
  );
  const last = buttons.filter((button) => button.matches('.mantine-Button-root')).at(-1);
  if (part.ariaModal && last && !isInSight(last)) faults.push(`${last.textContent} is out of sight.`);
  for (const button of buttons) {
    button.scrollIntoView({ block: 'nearest' });
    if (!isInSight(button))
      faults.push(`${button.textContent || button.ariaLabel} cannot be scrolled into sight.`);
  }
  for (const element of [part, ...part.querySelectorAll('*')])
    if (element.scrollTop > 0) element.scrollTop = 0;
  return faults;
}

/** Fails where the layout of what is open above the page has a fault in the present window. */
export async function expectOpenedInShape(page: Page, selector: string, name: string): Promise<void> {
  const faults = async () => [
    ...(await page.evaluate(faultsOfLayout, selector)),
    ...(await page.evaluate(faultsOfOpened, selector)),
  ];
  await soft.poll(faults, { message: name, intervals: [20, 50, 100, 250] }).toEqual([]);
}
