# Builds a release, then copies only the parts that run.
FROM node:26-bookworm-slim AS build
WORKDIR /site
COPY . .
# The base image has Node 26, so the project's own copy is not needed.
RUN npm run tools -- release && rm -r node_modules/node-linux-* node_modules/.bin

FROM node:26-bookworm-slim
ENV HOST=0.0.0.0 DATA_DIR=/data MALLOC_ARENA_MAX=2
# As the owner types it on the host: for mails and hints.
ENV ADMIN_COMMAND="docker compose exec site node dist/server/cli.js"
WORKDIR /site
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/dist ./dist
COPY --from=build /site/content/letters ./content/letters
# The only folder that the site writes to.
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD node -e "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"
CMD ["node", "--max-semi-space-size=4", "dist/server/server.js"]
