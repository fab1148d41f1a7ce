import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js';

/**
 * @param {string} phase
 * @returns {import('next').NextConfig}
 */
export default function config(phase) {
  return {
    poweredByHeader: false,
    reactStrictMode: true,
    devIndicators: false,
    // Bookmarks from when the pages were called mails.
    redirects: async () => [
      { source: '/mails', destination: '/emails', permanent: true },
      { source: '/mails/:id', destination: '/emails/:id', permanent: true },
    ],
    allowedDevOrigins: ['127.0.0.1'],
    // `npm run typecheck` owns types; a partner's machine should not pay for them again at build.
    typescript: { ignoreBuildErrors: true },
    experimental: {
      optimizePackageImports: [
        '@mantine/core',
        '@mantine/hooks',
        '@mantine/form',
        '@mantine/notifications',
        '@mantine/spotlight',
        '@tabler/icons-react',
        'mantine-datatable',
      ],
    },
    compiler: { define: { IN_DEVELOPMENT: phase === PHASE_DEVELOPMENT_SERVER } },
  };
}
