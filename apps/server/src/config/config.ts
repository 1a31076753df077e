import type { BlockList } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { credentialProviders, providers, type RunStep, replySteps, runSteps, sendSteps } from '@atelier/agent'
import type { ServiceName } from '@atelier/api'
import { type TracingConfig, tracingConfig } from '../tracing/tracing.ts'
import { readTrustedProxies } from './trustedProxies.ts'

/** How this server runs, read once from the environment. */
export interface Config {
  /** Where the studio and its API are served. */
  host: string
  port: number
  /** Where published sites are served: another origin than the studio's. */
  sitesPort: number
  dataDir: string
  /** A Postgres connection string; SQLite in `dataDir` when absent. */
  databaseUrl: string | undefined
  /** The secret that encrypts provider keys and signs cookies; a key file in `dataDir` when absent. */
  secret: string | undefined
  /** The public origin, such as `https://studio.example.com`; absent when reached directly. */
  origin: string | undefined
  /** The proxies in front of this server, which name the caller in `X-Forwarded-For`; none by default. */
  trustedProxies: BlockList
  /** Reachable from beyond this machine, so that development conveniences are refused. */
  production: boolean
  firstOwner: { email: string; password: string } | undefined
  /** The bare stream mount for conformance tests. */
  openStreams: boolean
  /** Remotes on loopback and `file:` ones, for tests. */
  openRemotes: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  /** Where Vite serves the studio in development, as one more origin that may act with the session's cookie. */
  devStudio: string | undefined
  /** The process kills itself at the `at`-th passing of a run's step: for tests of what is left then. */
  fault: { step: RunStep; at: number } | undefined
  /** How long the lease of a run lasts in such a test, in milliseconds; the runner's own default when absent. */
  leaseMs: number | undefined
  /** Milliseconds that an editor tab may take for a call of the agent; 90,000 when absent. */
  bridgeTimeoutMs: number | undefined
  /** The Chromium that renders pages if no tab does; looked for when absent. */
  chromiumPath: string | undefined
  /** Kernels that build CAD parts at the same time; 0: none, and parts cannot be edited. */
  kernels: number
  /** How long a question to a person stays open, in milliseconds. */
  approvalLastsMs: number
  /** How long a provider may send nothing before its answer is abandoned, in milliseconds. */
  providerIdleMs: number
  /** Whether authored scripts may be played if a workspace has no provider or a user picks them. */
  rehearsals: boolean
  /** Milliseconds between the words of a rehearsal; the provider's own default when absent. */
  rehearsalPaceMs: number | undefined
  /** Provider keys found in the environment, offered but never used unasked. */
  providerKeys: Readonly<Record<string, string>>
  /** Keys of services found in the environment, offered but never used unasked. */
  serviceKeys: Readonly<Partial<Record<ServiceName, string>>>
  /** Where a local Ollama is looked for. */
  ollamaUrl: string
  /** Where prices and windows of models are listed; undefined if nothing is to be fetched. */
  catalogueUrl: string | undefined
  /** Where the css2 API of Google Fonts is; undefined if no font is to be fetched. */
  fontsUrl: string | undefined
  /** Whether pages of the public web are read and services there are called. */
  web: boolean
  /** The server of mail, as `smtp://user:password@host:587`; without one no mail is sent. */
  smtpUrl: string | undefined
  /** Start in spite of what `maintenance/troubles.ts` finds. */
  accept: boolean
  /** Where spans of runs go; undefined if they are off. */
  tracing: TracingConfig | undefined
}

export type ConfigOutcome = { ok: true; config: Config } | { ok: false; problems: string[] }

const loopback = new Set(['127.0.0.1', 'localhost', '::1', '[::1]'])
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/**
 * Reads the environment (docs: design 10). Every problem is reported at once, each as a sentence that names the
 * variable, what it holds and what would do; a secret's value is never repeated.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  options: readonly string[] = [],
): ConfigOutcome {
  const problems: string[] = []
  for (const option of options) {
    if (option !== '--accept') problems.push(`There is no option ${option}; the only one is --accept.`)
  }
  const value = (name: string) => env[name]?.trim() || undefined

  const host = value('HOST') ?? '127.0.0.1'
  const port = readPort(value('PORT'), 'PORT', 4000, problems)
  const sitesPort = readPort(value('SITES_PORT'), 'SITES_PORT', port === 0 ? 0 : 4001, problems)
  if (port !== 0 && port === sitesPort) {
    problems.push(`PORT and SITES_PORT are both ${port}; the studio and the published sites need a port each.`)
  }
  const origin = readOrigin('ATELIER_ORIGIN', value('ATELIER_ORIGIN'), problems)
  const trustedProxies = readTrustedProxies(value('ATELIER_TRUSTED_PROXIES'), problems)
  const secret = value('ATELIER_SECRET')
  if (secret !== undefined && secret.length < 16) {
    problems.push('ATELIER_SECRET is too short: use at least 16 characters, for instance from `openssl rand -hex 32`.')
  }
  const databaseUrl = value('DATABASE_URL')
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    problems.push('DATABASE_URL should start with postgres:// or postgresql://; leave it out to use SQLite.')
  }
  const production = !loopback.has(host) || origin !== undefined
  const openStreams = readFlag(value('ATELIER_OPEN_STREAMS'), 'ATELIER_OPEN_STREAMS', problems)
  if (openStreams && production) {
    problems.push(
      'ATELIER_OPEN_STREAMS=1 opens streams to everyone and is for tests only: it cannot be combined with ATELIER_ORIGIN or a HOST beyond loopback.',
    )
  }
  const openRemotes = readFlag(value('ATELIER_OPEN_REMOTES'), 'ATELIER_OPEN_REMOTES', problems)
  if (openRemotes && production) {
    problems.push(
      'ATELIER_OPEN_REMOTES=1 reaches repositories on this machine and is for tests only: it cannot be combined with ATELIER_ORIGIN or a HOST beyond loopback.',
    )
  }
  const fault = readFault(value('ATELIER_FAULT'), problems)
  if (fault && production) {
    problems.push(
      'ATELIER_FAULT kills the server in the middle of a run and is for tests only: it cannot be combined with ATELIER_ORIGIN or a HOST beyond loopback.',
    )
  }
  const leaseMs = readLease(value('ATELIER_LEASE_MS'), fault !== undefined, problems)
  // On one's own machine the terminal shows the studio's address and what went wrong, not every request.
  const logLevel = logLevels.find((level) => level === (value('ATELIER_LOG') ?? (production ? 'info' : 'warn')))
  if (!logLevel) problems.push(`ATELIER_LOG is "${value('ATELIER_LOG')}"; it should be one of ${logLevels.join(', ')}.`)

  const firstOwner = readFirstOwner(value('ATELIER_OWNER_EMAIL'), env.ATELIER_OWNER_PASSWORD || undefined, problems)
  const rehearsals = readFlag(value('ATELIER_REHEARSALS') ?? '1', 'ATELIER_REHEARSALS', problems)
  const rehearsalPaceMs = readPace(value('ATELIER_REHEARSAL_PACE_MS'), problems)
  const providerIdleMs = readIdle(value('ATELIER_PROVIDER_IDLE_MS') ?? '90000', problems)
  const bridgeTimeoutMs = readTimeout(value('ATELIER_BRIDGE_TIMEOUT_MS'), problems)
  const kernels = readKernels(value('ATELIER_KERNELS'), problems)
  const approvalLastsMs = readHours('ATELIER_APPROVAL_HOURS', value('ATELIER_APPROVAL_HOURS') ?? '24', problems)
  const devStudio = readOrigin('ATELIER_DEV_STUDIO', value('ATELIER_DEV_STUDIO'), problems)
  const catalogue = 'https://openrouter.ai/api/v1/models'
  const catalogueUrl = readSource('ATELIER_CATALOGUE_URL', value('ATELIER_CATALOGUE_URL'), catalogue, problems)
  const googleFonts = 'https://fonts.googleapis.com'
  const fontsUrl = readSource('ATELIER_FONTS_URL', value('ATELIER_FONTS_URL'), googleFonts, problems)
  const web = value('ATELIER_WEB')
  if (web !== undefined && web !== 'off') problems.push(`ATELIER_WEB is "${web}"; it should be \`off\`, or left out.`)
  const smtpUrl = value('ATELIER_SMTP_URL')
  if (smtpUrl !== undefined && !(URL.canParse(smtpUrl) && /^smtps?:$/.test(new URL(smtpUrl).protocol)))
    problems.push('ATELIER_SMTP_URL should be a server of mail such as smtp://user:password@mail.example.com:587.')
  const tracing = tracingConfig(env)
  if (tracing && !URL.canParse(tracing.url)) {
    problems.push(
      `OTEL_EXPORTER_OTLP_ENDPOINT is "${tracing.url}"; it should be a web address such as http://localhost:4318.`,
    )
  }
  if (problems.length > 0) return { ok: false, problems }
  const providerKeys: Record<string, string> = {}
  for (const provider of credentialProviders) {
    const { keyVariable } = providers[provider].credential
    const key = keyVariable && value(keyVariable)
    if (key) providerKeys[provider] = key
  }
  return {
    ok: true,
    config: {
      host,
      port,
      sitesPort,
      dataDir: resolve(value('ATELIER_DATA') ?? './data'),
      databaseUrl,
      secret,
      origin,
      trustedProxies,
      production,
      firstOwner,
      openStreams,
      openRemotes,
      fault,
      leaseMs,
      logLevel: logLevel ?? 'info',
      devStudio: production ? undefined : devStudio,
      kernels,
      approvalLastsMs,
      providerIdleMs,
      rehearsals,
      rehearsalPaceMs,
      bridgeTimeoutMs,
      chromiumPath: value('CHROMIUM_PATH'),
      providerKeys,
      serviceKeys: {
        pexels: value('PEXELS_API_KEY'),
        together: value('TOGETHER_API_KEY'),
        brave: value('BRAVE_SEARCH_API_KEY'),
        tavily: value('TAVILY_API_KEY'),
      },
      ollamaUrl: ollamaUrl(value('OLLAMA_HOST') ?? '127.0.0.1:11434'),
      accept: options.includes('--accept'),
      catalogueUrl,
      fontsUrl,
      web: web !== 'off',
      smtpUrl,
      tracing,
    },
  }
}

function readPort(text: string | undefined, name: string, fallback: number, problems: string[]): number {
  if (text === undefined) return fallback
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  problems.push(`${name} is "${text}"; it should be a port number from 0 to 65535.`)
  return fallback
}

/** One core is left to the server itself. */
function readKernels(text: string | undefined, problems: string[]): number {
  if (text === undefined) return Math.min(4, Math.max(1, availableParallelism() - 1))
  const kernels = Number(text)
  if (Number.isInteger(kernels) && kernels >= 0 && kernels <= 16) return kernels
  problems.push(`ATELIER_KERNELS is "${text}"; it should be a number of kernels from 0 to 16.`)
  return 0
}

/** Hours, in milliseconds; fractions are allowed. */
function readHours(variable: string, text: string, problems: string[]): number {
  const hours = Number(text)
  if (hours > 0 && hours <= 24 * 365) return hours * 3_600_000
  problems.push(`${variable} is "${text}"; it should be a number of hours, at most a year.`)
  return 0
}

function readPace(text: string | undefined, problems: string[]): number | undefined {
  if (text === undefined) return undefined
  const pace = Number(text)
  if (Number.isFinite(pace) && pace >= 0 && pace <= 10_000) return pace
  problems.push(`ATELIER_REHEARSAL_PACE_MS is "${text}"; it should be a number of milliseconds from 0 to 10000.`)
  return undefined
}

function readTimeout(text: string | undefined, problems: string[]): number | undefined {
  if (text === undefined) return undefined
  const timeout = Number(text)
  // After two minutes the run itself abandons a call.
  if (Number.isInteger(timeout) && timeout >= 100 && timeout <= 110_000) return timeout
  problems.push(`ATELIER_BRIDGE_TIMEOUT_MS is "${text}"; it should be a number of milliseconds from 100 to 110000.`)
  return undefined
}

function readIdle(text: string, problems: string[]): number {
  const idle = Number(text)
  if (Number.isInteger(idle) && idle >= 100 && idle <= 3_600_000) return idle
  problems.push(`ATELIER_PROVIDER_IDLE_MS is "${text}"; it should be a number of milliseconds from 100 to 3600000.`)
  return 0
}

/** A lease that is shorter than usual takes runs from servers that are alive but slow, so only a dying one has it. */
function readLease(text: string | undefined, dying: boolean, problems: string[]): number | undefined {
  if (text === undefined) return undefined
  const lease = Number(text)
  if (dying && Number.isInteger(lease) && lease >= 100 && lease <= 60_000) return lease
  problems.push(`ATELIER_LEASE_MS is "${text}"; it is for tests with ATELIER_FAULT only, from 100 to 60000.`)
  return undefined
}

function readFlag(text: string | undefined, name: string, problems: string[]): boolean {
  if (text === undefined || text === '0') return false
  if (text === '1') return true
  problems.push(`${name} is "${text}"; it should be 1 or 0.`)
  return false
}

function readFault(text: string | undefined, problems: string[]): Config['fault'] {
  if (text === undefined) return undefined
  const [name, times = '1'] = text.split(':')
  const steps = [...runSteps, ...sendSteps, ...replySteps]
  const step = steps.find((each) => each === name)
  if (step && /^[1-9]\d{0,5}$/.test(times)) return { step, at: Number(times) }
  problems.push(`ATELIER_FAULT is "${text}"; it should be one of ${steps.join(', ')}, with :n for the n-th passing.`)
  return undefined
}

function readOrigin(name: string, text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && (url.protocol === 'https:' || url.protocol === 'http:') && url.pathname === '/' && url.search === '') {
    return url.origin
  }
  problems.push(`${name} is "${text}"; it should be an origin alone, such as https://studio.example.com.`)
  return undefined
}

function readFirstOwner(email: string | undefined, password: string | undefined, problems: string[]) {
  if (email === undefined && password === undefined) return undefined
  if (email === undefined || password === undefined) {
    problems.push('ATELIER_OWNER_EMAIL and ATELIER_OWNER_PASSWORD belong together: set both or neither.')
    return undefined
  }
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) {
    problems.push(`ATELIER_OWNER_EMAIL is "${email}"; it should be an e-mail address.`)
  }
  if (password.length < 8 || password.length > 128) {
    problems.push('ATELIER_OWNER_PASSWORD should have between 8 and 128 characters.')
  }
  return { email, password }
}

/** The address that something is fetched from; undefined if no host may be asked. */
function readSource(name: string, text: string | undefined, usual: string, problems: string[]): string | undefined {
  if (text === undefined) return usual
  if (text === 'off') return undefined
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  problems.push(`${name} is "${text}"; it should be a URL that starts with https://, or \`off\`.`)
  return undefined
}

/** OLLAMA_HOST may be a bare host and port, as Ollama itself takes it. */
function ollamaUrl(host: string): string {
  return /^https?:\/\//.test(host) ? host : `http://${host}`
}
