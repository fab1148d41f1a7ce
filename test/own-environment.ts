import { afterAll, vi } from 'vitest';

// Files of a part share a process and its modules. One that changes the environment before it loads them begins with
// `vi.resetModules()`, and the next loads them anew in the environment as it was.

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
