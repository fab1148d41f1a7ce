import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js';

/**
 * @param {string} phase
 * @returns {import('next').NextConfig}
 */
export default function config(phase) {
  return {
    // The same for the same sources, so that an archive can be made again. Null: a random one.
    generateBuildId: () => process.env.DEMARC_BUILD ?? null,
    poweredByHeader: false,
    reactStrictMode: true,
    devIndicators: false,
    allowedDevOrigins: ['127.0.0.1'],
    // `npm run typecheck` checks types. A build does not check them again.
    typescript: { ignoreBuildErrors: true },
    experimental: {
      // A page's code is loaded at its first request. Loading all of them took a quarter of the CPU time of a start.
      preloadEntriesOnStart: false,
      // Chunks are small and cached for a year. Larger ones would repeat modules that a page has already.
      turbopackChunking: { requestCost: 0, minChunkSize: 5_000 },
      optimizePackageImports: [
        '@mantine/core',
        '@mantine/hooks',
        '@mantine/form',
        '@mantine/notifications',
        '@mantine/spotlight',
        '@tabler/icons-react',
      ],
    },
    // The viewer of the API has 3.5 MB. A browser keeps it for a day.
    headers: async () => [
      {
        source: '/api-viewer/:path*',
        headers: [{ key: 'cache-control', value: 'public, max-age=86400' }],
      },
    ],
    compiler: { define: { IN_DEVELOPMENT: phase === PHASE_DEVELOPMENT_SERVER } },
  };
}
