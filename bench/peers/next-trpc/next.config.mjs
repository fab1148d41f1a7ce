export default {
  // This folder is an application of its own, although another one is above it.
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  serverExternalPackages: ['pg'],
};
