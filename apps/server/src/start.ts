import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { errorMessage } from '@atelier/operation'
import { getRequestListener } from '@hono/node-server'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { createApp } from './app.ts'
import { type App, openApp } from './compose/app.ts'
import type { Extensions } from './compose/base.ts'
import { type Config, readConfig } from './config/config.ts'
import { StartTrouble } from './config/startTrouble.ts'
import { isRefusal } from './documents/sync.ts'
import { inTurns } from './http/arrivals.ts'
import { afterWholeRequest } from './http/wholeRequests.ts'
import { routeConsole } from './log/console.ts'
import { createLog } from './log/log.ts'

/** The longest that a stop may take; whatever is then still open is cut. */
const stopMs = 4_500
/** Sockets that may wait to be accepted: a client without a place retries only a second later. */
const backlog = 4_096

export interface Start {
  env: Readonly<Record<string, string | undefined>>
  /** The arguments after the command's name. */
  options: readonly string[]
  /** The folder of the built studio. */
  studioDir: string
  packageFile: string
  /** Parts that the server adds to its own. */
  extensions?: Extensions
}

/** Starts the server, prints one line with the studio's address, and stops it on SIGINT or SIGTERM. */
export async function start({ env, options, studioDir, packageFile, extensions }: Start): Promise<void> {
  const outcome = readConfig(env, options)
  if (!outcome.ok) return giveUp(outcome.problems)
  const { config } = outcome
  const { version } = Value.Parse(
    Type.Object({ version: Type.String() }),
    JSON.parse(readFileSync(packageFile, 'utf8')),
  )
  const log = createLog(config)
  routeConsole(console, log, isRefusal)

  let app: App | undefined
  let servers: Server[] = []
  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error('the stop took too long and was cut short')
      process.exit(1)
    }, stopMs).unref()
    for (const server of servers) server.close()
    await app?.close()
    for (const server of servers) server.closeAllConnections()
    process.exit(0)
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)

  try {
    const studio = await listen(config.host, config.port, 'PORT')
    const sites = await listen(config.host, config.sitesPort, 'SITES_PORT')
    servers = [studio.server, sites.server]
    app = await openApp({
      config,
      log,
      version,
      port: studio.port,
      sitesPort: sites.port,
      studioDir,
      ...extensions,
    })
    const { fetch } = createApp(app.services)
    studio.serve(inTurns(getRequestListener(afterWholeRequest(fetch))))
    studio.server.on('upgrade', app.upgrades(fetch))
    sites.serve(getRequestListener(app.sites.fetch))
    announce(config, studio.port, app.setupToken)
    log.info({ port: studio.port, sitesPort: sites.port, version }, 'ready')
  } catch (error) {
    await app?.close()
    giveUp(error instanceof StartTrouble ? error.troubles : [errorMessage(error)])
    log.debug({ err: error }, 'the start failed')
  }
}

function announce(config: Config, port: number, setupToken: string | undefined) {
  const url = config.origin ?? config.devStudio ?? `http://localhost:${port}`
  process.stdout.write(
    setupToken
      ? `Atelier is ready. Create the owner with this one-time link: ${url}/setup?token=${setupToken}\n`
      : `Atelier is ready: ${url}/\n`,
  )
}

function giveUp(problems: readonly string[]) {
  process.stderr.write(`Atelier cannot start.\n${problems.map((problem) => `  - ${problem}\n`).join('')}`)
  process.exit(1)
}

type Listener = Parameters<typeof createServer>[1]

interface Listening {
  server: Server
  port: number
  /** Requests that came before this wait for it. */
  serve(listener: NonNullable<Listener>): void
}

/** Takes the port first, so that a port in use is reported before anything is opened. */
async function listen(host: string, port: number, variable: string): Promise<Listening> {
  const { promise, resolve: serve } = Promise.withResolvers<NonNullable<Listener>>()
  const server = createServer((request, response) => {
    promise.then((listener) => listener(request, response))
  })
  // Long-polls and event streams live long; a client that dawdles over its headers does not.
  server.requestTimeout = 0
  server.headersTimeout = 30_000
  // Longer than a proxy keeps an unused connection, commonly 60 s: otherwise it now and then sends a request into one that closes.
  server.keepAliveTimeout = 75_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new Error(whyNot(error, host, port, variable), { cause: error })),
    )
    server.listen({ port, host, backlog }, resolve)
  })
  const address = server.address()
  return { server, port: typeof address === 'object' && address ? address.port : port, serve }
}

function whyNot(error: NodeJS.ErrnoException, host: string, port: number, variable: string): string {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} on ${host} is in use by another program. Stop it, or choose another with ${variable}=${port + 10}.`
  }
  if (error.code === 'EACCES')
    return `This user may not listen on port ${port}. Choose one above 1023 with ${variable}.`
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
    return `HOST is "${host}", which is not an address of this machine. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for every network that it is in.`
  }
  return `Cannot listen on ${host}:${port}: ${error.message}`
}
