import { billing } from './billing.ts';
import { catalogue } from './catalogue.ts';
import { clock } from './clock.ts';
import { customers } from './customers.ts';
import { developers } from './developers.ts';
import { fieldWork } from './field-work.ts';
import { home } from './home.ts';
import type { Look } from './look.ts';
import { settings } from './settings.ts';
import { signingIn } from './signing-in.ts';

const docs: Look[] = ['/docs', '/docs/states', '/docs/events', '/docs/errors', '/docs/metrics'].map(
  (route) => ({
    route,
    onPhone: true,
  }),
);

/** The pages in the order of the checks. Signed-out pages share one browser. */
export const looks = {
  home,
  customers,
  'field work': fieldWork,
  billing,
  catalogue,
  settings,
  developers,
  documentation: docs,
  clock,
};
export const signedOutPages = { 'signing in': signingIn };
