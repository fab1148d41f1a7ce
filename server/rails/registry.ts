import { manual } from './manual.ts';
import type { Rail } from './rail.ts';
import { simulated } from './simulated.ts';
import { stripe } from './stripe.ts';

export const rails: Record<Rail['name'], Rail> = { manual, simulated, stripe };
