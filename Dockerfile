# The server and the portal in one image. docs/operations/deploy.md describes it; deploy/compose.yaml runs it.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY sdk/typescript/package.json ./sdk/typescript/
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev && rm -rf .next/cache

FROM node:24-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
# Root owns the files, and the server cannot change them. It writes to /data, /tmp and Next's cache alone.
COPY --from=build /app/package.json /app/next.config.mjs ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/.next ./.next
COPY --from=build /app/dist ./dist
COPY --from=build /app/drizzle ./drizzle
COPY --from=build /app/docs ./docs
COPY --from=build /app/public ./public
COPY --from=build /app/server/documents/fonts ./server/documents/fonts
COPY --from=build /app/server/domain/schedule-d/default.csv ./server/domain/schedule-d/default.csv
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
