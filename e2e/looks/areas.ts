import { billing } from './billing.ts';
import { catalogue } from './catalogue.ts';
import { clock } from './clock.ts';
import { customers } from './customers.ts';
import { developers } from './developers.ts';
import { fieldWork } from './field-work.ts';
import type { Look } from './look.ts';
import { settings } from './settings.ts';
import { signingIn } from './signing-in.ts';

const docs: Look[] = ['/docs', '/docs/states', '/docs/events', '/docs/errors'].map((route) => ({
  route,
  onPhone: true,
}));

/** In the order in which they are looked at. Those of a stranger follow each other in one browser. */
export const looks = {
  customers,
  'field work': fieldWork,
  billing,
  catalogue,
  settings,
  developers,
  documentation: docs,
  clock,
};
export const looksOfStranger = { 'signing in': signingIn };
