import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

/** The components that write the attribute for all others, and a selector. */
const writers = [
  'components/detail/actions-menu.tsx',
  'components/forms/select.tsx',
  'components/shell/opened-on-click.tsx',
  'components/shell/page-actions.ts',
  'components/shell/popup-props.ts',
  'components/shell/use-dialog.ts',
  'components/shell/use-go-keys.ts',
];

/** Dialogs that the address or a refused request opens. */
const openedOtherwise = ['app/(portal)/payments/payments-table.tsx', 'components/shell/other-account.tsx'];

const pages = ['app', 'components'].flatMap((top) =>
  readdirSync(new URL(top, root), { recursive: true, encoding: 'utf8' })
    .map((path) => `${top}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.')),
);
const textOf = (path: string) => readFileSync(new URL(path, root), 'utf8');
const containing = (part: RegExp) => pages.filter((path) => part.test(textOf(path)));

test('no page writes by hand that its button opens a dialog', () => {
  expect(containing(/aria-haspopup/).sort()).toEqual(writers);
});

test('a dialog that a button opens is that of useDialog, which gives the button its attribute', () => {
  expect(containing(/onClose=\{\(\) => (void )?set[A-Z]\w*\(/)).toEqual(openedOtherwise);
});
