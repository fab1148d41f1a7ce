# The server and the portal in one image. docs/operations/deploy.md describes it; deploy/compose.yaml runs it.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/typescript/package.json ./sdk/typescript/
RUN npm ci
COPY . .
RUN npm run package -- --to /packages \
  && mkdir /demarc \
  && tar --extract --gzip --file /packages/*.tar.gz --directory /demarc --strip-components=1 --no-same-owner

FROM node:24-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# The archive of the release. Root owns the files, and the server cannot change them. It writes to /data, /tmp and Next's cache alone.
COPY --from=build /demarc ./
RUN mkdir -p /data /app/.next/cache && chown node:node /data /app/.next/cache
USER node
VOLUME /data
EXPOSE 3000
# Liveness. Whether requests may come is `GET /readyz`, which a proxy asks.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The server ends its work within 15 s of SIGTERM.
STOPSIGNAL SIGTERM
CMD ["node", "dist/main.js"]
