import type { Database, Script } from '@atelier/streams'
import type { BetterAuthOptions } from 'better-auth'
import type { Kysely } from 'kysely'
import type { Tables } from '../database/tables.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { peopleTopic } from './peopleTopic.ts'
import { hashSessionTokens } from './sessionTokens.ts'

export interface SignedIn {
  userId: string
  name: string
  email: string
  sessionId: string
  /** Epoch milliseconds. */
  expiresAt: number
}

/** The part of the auth library that this server uses. */
export interface AuthLibrary {
  /** Answers a request under `/api/auth/`. */
  handle(request: Request): Promise<Response>
  /** Who the session cookie belongs to. */
  session(headers: Headers): Promise<SignedIn | undefined>
}

export interface AuthOptions {
  database: Database
  kysely: Kysely<Tables>
  /** Where the studio is reached; cookies are Secure if it is https. */
  baseUrl: string
  origins: readonly string[]
  secret: string
  newId(): string
}

/**
 * better-auth over the server's own database. It is large, so it is loaded with the first request that needs it
 * rather than at start.
 */
export function createAuthLibrary(options: AuthOptions): AuthLibrary {
  let loading: ReturnType<typeof load> | undefined
  const library = () => {
    loading ??= load(options)
    return loading
  }
  return {
    handle: async (request) => (await library()).handler(request),
    async session(headers) {
      if (!headers.get('cookie')?.includes('atelier.session_token=')) return undefined
      const found = await (await library()).api.getSession({ headers })
      if (!found) return undefined
      const { user, session } = found
      const { id: userId, name, email } = user
      return { userId, name, email, sessionId: session.id, expiresAt: session.expiresAt.getTime() }
    },
  }
}

async function load({ database, kysely, baseUrl, origins, secret, newId }: AuthOptions) {
  const [{ betterAuth }, { getAdapter }] = await Promise.all([import('better-auth'), import('better-auth/db/adapter')])
  const settings = {
    appName: 'Atelier',
    baseURL: baseUrl,
    basePath: '/api/auth',
    secret,
    trustedOrigins: [...origins],
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: { db: kysely, type: database.dialect, transaction: false },
    user: { modelName: 'auth_users' },
    session: { modelName: 'auth_sessions', expiresIn: 30 * 86_400, updateAge: 86_400 },
    account: { modelName: 'auth_accounts' },
    verification: { modelName: 'auth_verifications' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 8,
      maxPasswordLength: 128,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // Sign-ins are limited by `signInLimit.ts`.
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'atelier',
      useSecureCookies: baseUrl.startsWith('https:'),
      // Host and Origin are checked for every request before it gets here (`http/guard.ts`).
      disableCSRFCheck: true,
      disableOriginCheck: true,
      database: { generateId: newId },
    },
  } satisfies BetterAuthOptions
  const ended = () =>
    database.transact(
      function* (): Script<void> {},
      () => [peopleTopic],
    )
  const adapter = hashSessionTokens(await getAdapter(settings), ended)
  return betterAuth({ ...settings, database: () => adapter })
}
