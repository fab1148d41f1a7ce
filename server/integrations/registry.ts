import type { Adapter } from './adapter.ts';
import { native } from './native.ts';
import { splynx } from './splynx.ts';

export const adapters: Record<Adapter['name'], Adapter> = { native, splynx };
