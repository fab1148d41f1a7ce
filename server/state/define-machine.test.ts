import { expect, test } from 'vitest';
import { defineMachine, legalMove } from './define-machine.ts';

const light = defineMachine('light', {
  states: ['off', 'dim', 'bright', 'broken'],
  moves: [
    { on: 'press', from: 'off', to: 'dim', source: 'demarc' },
    { on: 'press', from: 'dim', to: 'bright', source: 'demarc' },
    { on: 'drop', from: ['off', 'dim', 'bright'], to: 'broken', source: 'demarc' },
  ],
});

test('a move is legal from its own states only', () => {
  expect(legalMove(light, 'off', 'press')?.to).toBe('dim');
  expect(legalMove(light, 'dim', 'press')?.to).toBe('bright');
  expect(legalMove(light, 'bright', 'press')).toBeUndefined();
  expect(legalMove(light, 'bright', 'drop')?.to).toBe('broken');
  expect(legalMove(light, 'broken', 'drop')).toBeUndefined();
});

test('states that no move leaves are terminal', () => {
  expect(light.terminal).toEqual(['broken']);
});
