import { afterAll, vi } from 'vitest';

// Test files of a worker share a process and its modules. A file that changes the environment before it loads the
// modules starts with `vi.resetModules()`. This file restores the environment and resets the modules after it.

const before = { ...process.env };

afterAll(() => {
  const names = new Set([...Object.keys(before), ...Object.keys(process.env)]);
  const changed = [...names].filter((name) => process.env[name] !== before[name]);
  if (changed.length === 0) return;
  for (const name of changed) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  vi.resetModules();
});
