import { expect, type Page } from '@playwright/test';
import { expectOpenedInShape, MEASURED_HEIGHT } from './ruler.ts';

const soft = expect.configure({ soft: true });

/** The widths of the walk: some openers are there on a phone alone. */
const widths = [1440, 390];

/** What the walk marks: what a click has opened. */
const OPENED = '[data-opened]';

/** An element that says that it opens something. */
type Opener = {
  index: number;
  name: string;
  /** Other pages have none that opens the same. */
  isOfPage: boolean;
  /** Its entries depend on the state of what the page shows. */
  isMenu: boolean;
  /** What it opens is as wide on a phone. */
  isField: boolean;
};

/** What a click did. `entries` are those of a menu that open dialogs. */
type Outcome = { faults: string[]; opened: 'part' | 'popup' | 'dialog'; entries: string[] };

type Walk = ReturnType<typeof walkInPage>;

/** The part of the walk that runs in the page. */
function walkInPage() {
  const POPUPS = '[role="dialog"], [role="menu"], [role="listbox"]';
  const popups = () => [...document.querySelectorAll(POPUPS)].filter((popup) => popup.checkVisibility());
  const nameOf = (element: Element) =>
    (
      element.ariaLabel ??
      (element as HTMLInputElement).labels?.[0]?.textContent ??
      element.textContent ??
      ''
    ).trim();

  /** Openers that are in sight and can be used. Of a list, those of its first row stand for all. */
  const openers = (): HTMLElement[] => {
    const firstRows = new Map<Element, Element>();
    const all = document.querySelectorAll<HTMLElement>('[aria-haspopup], [aria-expanded]');
    return [...all].filter((element) => {
      const isElsewhere = element.closest(`${POPUPS}, [data-viewer]`) !== null;
      if (isElsewhere || !element.checkVisibility() || element.matches(':disabled')) return false;
      const row = element.closest('li, tbody tr');
      const list = row?.parentElement;
      if (!row || !list) return true;
      if (!firstRows.has(list)) firstRows.set(list, row);
      return firstRows.get(list) === row;
    });
  };

  /** Waits until a condition holds. @returns whether it did within half a minute */
  const until = async (holds: () => boolean): Promise<boolean> => {
    const end = performance.now() + 30_000;
    while (!holds()) {
      if (performance.now() > end) return false;
      await new Promise((next) => setTimeout(next, 16));
    }
    return true;
  };

  /** The number of elements in the window. */
  const inSight = () =>
    [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right, width } = element.getBoundingClientRect();
      return width > 0 && right > 0 && left < window.innerWidth && element.checkVisibility();
    }).length;

  const markOpened = (element: Element | undefined) => {
    document.querySelector('[data-opened]')?.removeAttribute('data-opened');
    element?.setAttribute('data-opened', '');
  };

  let before: { expanded: string | null; popups: Element[]; inSight: number; index: number };
  let aimed: HTMLElement | undefined;
  /** The loaded button of a menu replaces the one that was aimed at. What a click shows may be an opener too. */
  const opener = () => (aimed?.isConnected ? aimed : openers()[before.index]);
  const isExpanded = () => opener()?.ariaExpanded ?? null;
  const opened = () => popups().find((popup) => !before.popups.includes(popup));
  const hasPopup = () => opener()?.hasAttribute('aria-haspopup') === true;

  return {
    openers(): Opener[] {
      aimed = undefined;
      return openers().map((element, index) => {
        const name = nameOf(element).slice(0, 60);
        const isFilter = name.startsWith('Filter by ');
        const isOfPage = element.closest('main') !== null && !isFilter;
        const isField = isFilter || element.role === 'combobox';
        return { index, name, isOfPage, isMenu: element.ariaHasPopup === 'menu', isField };
      });
    },

    /** Scrolls to an opener. @returns its middle */
    aimAt(index: number): { x: number; y: number } {
      if (!aimed?.isConnected || before.index !== index) aimed = openers()[index];
      before = { index, popups: popups(), inSight: 0, expanded: null };
      before.expanded = isExpanded();
      if (!hasPopup()) before.inSight = inSight();
      opener()?.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = opener()?.getBoundingClientRect() ?? new DOMRect();
      return { x: left + Math.min(width / 2, 60), y: top + height / 2 };
    },

    /** Waits until a field that the pointer is on is loaded: the loaded one replaces it. */
    async settled(): Promise<void> {
      let last: Element | undefined;
      for (let same = 0; opener()?.role === 'combobox' && same < 5; same = opener() === last ? same + 1 : 0) {
        last = opener();
        await new Promise((next) => setTimeout(next, 30));
      }
    },

    /** Waits for what the click opens. */
    async opened(): Promise<Outcome> {
      const faults: string[] = [];
      if (!hasPopup()) {
        const after = before.expanded === 'true' ? 'false' : 'true';
        if (!(await until(() => isExpanded() === after && inSight() !== before.inSight)))
          faults.push(
            `After a click aria-expanded is ${isExpanded()}, with ${inSight() - before.inSight} more elements.`,
          );
        return { faults, opened: 'part', entries: [] };
      }
      if (!(await until(() => opened() !== undefined))) faults.push('Nothing opens.');
      if (before.expanded !== null && !(await until(() => isExpanded() === 'true')))
        faults.push(`It is open, and aria-expanded is ${isExpanded()}.`);
      const popup = opened();
      markOpened(popup);
      // A key that is pressed before would not reach it.
      const hasFocus = () => popup?.contains(document.activeElement) === true;
      if (popup && popup.role !== 'listbox' && !(await until(hasFocus)))
        faults.push('The focus does not move into it.');
      const entries = popup?.querySelectorAll(
        '[role="menuitem"][aria-haspopup="dialog"]:not([aria-disabled])',
      );
      const kind = popup?.ariaModal === 'true' ? 'dialog' : popup ? 'popup' : 'part';
      return { faults, opened: kind, entries: [...(entries ?? [])].map(nameOf) };
    },

    /** Waits for the dialog of an entry of a menu. */
    async chosen(): Promise<string[]> {
      const dialog = () => popups().find((popup) => popup.ariaModal === 'true');
      const isOpen = await until(
        () => dialog() !== undefined && popups().every(({ role }) => role !== 'menu'),
      );
      markOpened(dialog());
      return isOpen ? [] : ['It says that it opens a dialog, and none opens.'];
    },

    /** Waits until what was open is closed. */
    async closed(): Promise<string[]> {
      const faults: string[] = [];
      if (!(await until(() => document.querySelector('[data-opened]')?.checkVisibility() !== true)))
        faults.push('Escape does not close it.');
      if (before.expanded !== null && !(await until(() => isExpanded() === 'false')))
        faults.push('It is closed, and aria-expanded is not false.');
      if (!(await until(() => opener() === document.activeElement)))
        faults.push(
          `The focus does not return, it is on ${document.activeElement?.outerHTML.slice(0, 120)}.`,
        );
      return faults;
    },
  };
}

/** The part of the walk in the page of a test. */
const inPage = (page: Page) => page.evaluateHandle<Walk>(`window.walk ??= (${walkInPage})()`);

/** What the walk of this process has opened: the bar of the portal and filters of the same name are opened once. */
const known = new Set<string>();

/**
 * Clicks each element of a page that says that it opens something. Fails where `aria-expanded` does not say what is shown, where
 * Escape does not close what opened or does not return the focus, and where what opened is not in shape.
 * @param name of the page, which pages of the same kind share: a dialog of theirs is opened once
 */
export async function expectOpeners(page: Page, name: string): Promise<void> {
  const size = page.viewportSize();
  const dialogs = new Set<string>();
  for (const width of widths) {
    await page.setViewportSize({ width, height: MEASURED_HEIGHT });
    const walk = await inPage(page);
    for (const opener of await walk.evaluate((of) => of.openers())) {
      const { name: label, isOfPage, isMenu, isField } = opener;
      if (isField && width !== widths[0]) continue;
      const key = `${isOfPage ? (isMenu ? page.url() : name) : ''} ${label}`;
      if (known.has(`${key} ${width}`) || dialogs.has(key)) continue;
      known.add(`${key} ${width}`);
      const opened = await clickThrough(page, opener, name, width);
      if (opened === 'dialog') dialogs.add(key);
    }
  }
  if (size) await page.setViewportSize(size);
}

/** @returns what opened; a dialog is measured at all widths, because it does not depend on where its button is */
async function clickThrough(
  page: Page,
  { index, name: label, isField }: Opener,
  pageName: string,
  width: number,
): Promise<Outcome['opened']> {
  const walk = await inPage(page);
  const name = `${pageName}, ${label} at ${width}`;
  const isFaultless = (faults: string[], what = name) => soft(faults, what).toEqual([]);
  const open = async () => {
    let at = await walk.evaluate((of, opener) => of.aimAt(opener), index);
    if (isField) {
      await page.mouse.move(at.x, at.y);
      await walk.evaluate((of) => of.settled());
      at = await walk.evaluate((of, opener) => of.aimAt(opener), index);
    }
    await page.mouse.click(at.x, at.y);
    return walk.evaluate((of) => of.opened());
  };
  const close = async (what = name) => {
    await page.keyboard.press('Escape');
    isFaultless(await walk.evaluate((of) => of.closed()), what);
  };
  const measureDialog = async (what = name) => {
    await expect(page.locator(`${OPENED} .mantine-Skeleton-root`), what).toHaveCount(0);
    for (const each of widths) {
      if (page.viewportSize()?.width !== each)
        await page.setViewportSize({ width: each, height: MEASURED_HEIGHT });
      await expectOpenedInShape(page, OPENED, `${what} at ${each}`);
    }
    await page.setViewportSize({ width, height: MEASURED_HEIGHT });
  };

  const { faults, opened, entries } = await open();
  isFaultless(faults);
  if (opened === 'part') {
    // A second click undoes the first.
    if (faults.length === 0) isFaultless((await open()).faults);
    return opened;
  }
  if (opened === 'dialog') await measureDialog();
  else await expectOpenedInShape(page, OPENED, name);
  await close();
  if (width !== widths[0]) return opened;
  for (const entry of entries) {
    if (known.has(`${pageName} ${entry}`)) continue;
    known.add(`${pageName} ${entry}`);
    await open();
    await page.locator(OPENED).getByRole('menuitem', { name: entry, exact: true }).click();
    const what = `${name}, ${entry}`;
    isFaultless(await walk.evaluate((of) => of.chosen()), what);
    await measureDialog(what);
    await close(what);
  }
  return opened;
}
