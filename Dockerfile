FROM node:24-bookworm-slim AS build
WORKDIR /atelier
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY apps apps
COPY scripts scripts
RUN node scripts/atelier.mjs build

FROM node:24-bookworm-slim
ENV HOST=0.0.0.0 ATELIER_DATA=/data
# git writes content's repositories; ssh and the authorities reach their remotes.
RUN apt-get update \
  && apt-get install -y --no-install-recommends git openssh-client ca-certificates \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /atelier
COPY --from=build --chown=node:node /atelier /atelier
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000 4001
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:4000/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The runtime of the image is the pinned major, so that the server is process 1 and hears stop signals.
CMD ["node", "--max-semi-space-size=32", "apps/server/dist/main.mjs"]
