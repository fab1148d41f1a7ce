import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('a bundle for browsers has no module of Node, and less than 60 kB', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    // A module that a browser lacks is an error of this platform; external ones would stay as imports.
    ...{ bundle: true, platform: 'browser', format: 'esm', minify: true, write: false, metafile: true },
    logLevel: 'silent',
  });
  expect(Object.keys(metafile.inputs).filter((path) => /cli\//.test(path))).toEqual([]);
  const code = outputFiles[0]?.text ?? '';
  expect(code).not.toMatch(/\bprocess\.|\bBuffer\b|\brequire\(/);
  for (const name of builtinModules) expect(code).not.toMatch(new RegExp(`from ?["'](node:)?${name}["']`));
  expect(code.length).toBeLessThan(60_000);
  expect(code.length).toBeGreaterThan(5_000);
});
