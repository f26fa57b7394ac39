# Builds a release, then copies only the parts that run.
FROM node:26-bookworm-slim AS build
WORKDIR /site
COPY . .
# The base image has the official Node 26, so the project's own copy is not needed.
RUN npm run tools -- release && rm -r node_modules/node-linux-* node_modules/.bin

FROM node:26-bookworm-slim
# For BACKUP_COMMAND, such as rclone or openssh-client. ssh ignores HOME: name its key (-i) and UserKnownHostsFile.
ARG PACKAGES=
RUN [ -z "$PACKAGES" ] || { apt-get update && apt-get install -y --no-install-recommends ca-certificates $PACKAGES && rm -rf /var/lib/apt/lists/*; }
# TMPDIR: a backup is restored there as a test, which may be too large for memory.
ENV HOST=0.0.0.0 DATA_DIR=/data TMPDIR=/data MALLOC_ARENA_MAX=2
# The console's port, which compose.yaml publishes on the host's 127.0.0.1 alone.
ENV CONSOLE_ADDRESS=0.0.0.0:3080
# As the owner types it on the host: for mails and hints.
ENV ADMIN_COMMAND="docker compose exec site site-admin"
RUN printf '#!/bin/sh\nexec node /site/dist/server/cli.js "$@"\n' > /usr/local/bin/site-admin && chmod 755 /usr/local/bin/site-admin
WORKDIR /site
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/dist ./dist
COPY --from=build /site/content/letters ./content/letters
COPY --from=build /site/deploy/nightly-backups ./deploy/
# The only folders that the site and its backups write to.
RUN install -d -o node -g node -m 700 /data /backups
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD node -e "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1))"
CMD ["node", "--max-semi-space-size=4", "dist/server/server.js"]
