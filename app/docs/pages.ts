/** The page with the viewer of the API. */
export const API_REFERENCE = '/docs/api';

/** The pages of the documentation in the order of the bar. The guides are on the first one. */
export const documentationPages = [
  { label: 'Guides', href: '/docs' },
  { label: 'API reference', href: API_REFERENCE },
  { label: 'States', href: '/docs/states' },
  { label: 'Events', href: '/docs/events' },
  { label: 'Errors', href: '/docs/errors' },
  { label: 'Figures', href: '/docs/metrics' },
  { label: 'Contract', href: '/docs/contract' },
  { label: 'Glossary', href: '/docs/glossary' },
  { label: 'Changelog', href: '/docs/changelog' },
];
