import type { Database } from '@atelier/streams'
import type { Hono } from 'hono'
import { type OpenDatabase, openDatabase } from '../database/open.ts'
import { createBinSweep } from '../maintenance/bin.ts'
import { createMaintenance } from '../maintenance/maintenance.ts'
import { createMediaSweep } from '../maintenance/media.ts'
import { type AnswerRequest, createAnswerSockets } from '../streams/answerSockets.ts'
import { addressOf, reject, type UpgradeListener } from '../streams/upgrade.ts'
import { composeAgent } from './agent.ts'
import { type AppSettings, type Base, composeBase } from './base.ts'
import { firstStart } from './firstStart.ts'
import { composePeople } from './people.ts'
import { composeSites } from './sites.ts'
import { allowedUpgrade, openSync } from './sync.ts'

/** Everything that the routes call. Each area of routes names the part that it needs. */
export type Services = Base &
  ReturnType<typeof composePeople> &
  ReturnType<typeof composeSites> &
  Awaited<ReturnType<typeof composeAgent>> & {
    maintenance: ReturnType<typeof createMaintenance>
    /** The built studio's folder; without one only the API is served. */
    studioDir: string | undefined
  }

/** A server without its sockets. */
export interface App {
  services: Services
  database: Database
  /** The set-up link's token; undefined once there is an owner. */
  setupToken: string | undefined
  /** Published sites. */
  sites: Hono
  /** Takes the upgrade requests of the studio's port; `answer` is its HTTP app. */
  upgrades(answer: AnswerRequest): UpgradeListener
  /** Hands runs back, closes sockets, stores what is only in memory. */
  close(): Promise<void>
}

/**
 * Opens the database and makes every service over it.
 * @throws when the data folder is in use by another process, or the database cannot be opened
 */
export async function openApp(settings: AppSettings): Promise<App> {
  const { dataDir, databaseUrl, accept } = settings.config
  const opened = await openDatabase({ dataDir, databaseUrl, accept })
  try {
    return await compose(opened, settings)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function compose(opened: OpenDatabase, settings: AppSettings): Promise<App> {
  const { config, log, port, studioDir } = settings
  const stopping = new AbortController()
  const base = await composeBase(opened, settings, stopping.signal)
  const people = composePeople(base, port)
  const sites = composeSites(base, people, settings)
  const agent = await composeAgent(base, { ...people, ...sites }, settings)
  const { database, streams, documents, now } = base
  const { mediaFiles, variants, packages, publisher, projects } = sites
  const { setup } = people
  const maintenance = createMaintenance({
    database,
    streams,
    removeDocument: documents.remove,
    removeReleases: publisher.remove,
    sweepBlobs: agent.blobs.sweep,
    media: createMediaSweep({ database, dataDir: config.dataDir, files: mediaFiles, variants, packages }),
    bin: createBinSweep({ database, documents, now }),
    now,
    log,
  })
  await firstStart({ config, setup, projects, database })
  const services: Services = { ...base, ...people, ...sites, ...agent, maintenance, studioDir }
  const sync = openSync(services)
  const answerSockets = createAnswerSockets({
    allowedOrigin: allowedUpgrade(services.guard),
    onError: (error) => log.error({ err: error }, 'an answer over a socket failed'),
  })
  agent.runner.start()
  agent.generations.begin()
  agent.contentScheduler.start()
  agent.heldEdits.start()
  agent.scheduleChecks.start()
  sites.contentReleases.start()
  agent.formDeliveries.start()
  agent.webhookSender.start()
  maintenance.start()
  return {
    services,
    database,
    setupToken: (await setup.needed()) ? await setup.issueToken() : undefined,
    sites: sites.siteServer,
    upgrades: (answer) => (request, socket, head) => {
      const failed = (error: unknown) => {
        log.error({ err: error }, 'an upgrade failed')
        socket.destroy()
      }
      const address = addressOf(request)
      if (!address) return reject(socket, 400, 'Bad Request')
      const { pathname } = address
      if (pathname === '/sync') sync.handleUpgrade(request, socket, head).catch(failed)
      else if (answerSockets.takes(pathname)) answerSockets.handleUpgrade(request, socket, head, answer).catch(failed)
      else reject(socket, 404, 'Not Found')
    },
    async close() {
      const { runner, catalogue, bridge, threads, importThreads, tracing } = agent
      stopping.abort()
      people.connections.close()
      answerSockets.close()
      await agent.generations.end()
      agent.settleAgain.stop()
      await agent.contentScheduler.stop()
      await agent.heldEdits.stop()
      await agent.scheduleChecks.stop()
      await sites.contentReleases.stop()
      await agent.formDeliveries.stop()
      await agent.webhookSender.stop()
      await agent.repositories.close()
      await Promise.all([runner.stop(), sync.close(), maintenance.stop(), catalogue.stop(), variants.stop()])
      await bridge.close()
      await Promise.all([threads.close(), importThreads.close(), sites.markdownThreads.close(), sites.kernels.close()])
      await publisher.settled()
      await tracing.stop()
      await documents.close()
      await opened.close()
    },
  }
}
