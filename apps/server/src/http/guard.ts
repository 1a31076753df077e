import { isIP } from 'node:net'
import type { Config } from '../config/config.ts'

/** Decides by Host, Origin and Sec-Fetch-Site which requests may reach the studio and its API (design 9). */
export interface Guard {
  /** Is this a name under which the studio is served? Stops a foreign name that resolves here (DNS rebinding). */
  allowedHost(host: string | undefined): boolean
  /** May a page of this origin act with the session's cookie? Programs send no Origin and are let through. */
  allowedOrigin(headers: Headers): boolean
  /** The studio's origins, as trusted by the sign-in endpoints. */
  origins: readonly string[]
}

/** @param port the port that the studio really listens on */
export function createGuard(config: Pick<Config, 'host' | 'origin' | 'devStudio'>, port: number): Guard {
  const named =
    config.host === '0.0.0.0' || config.host === '::'
      ? []
      : [isIP(config.host) === 6 ? `[${config.host}]` : config.host]
  const hosts = new Set(
    [...['localhost', '127.0.0.1', '[::1]'], ...named].map((name) => `${name}:${port}`.toLowerCase()),
  )
  if (port === 80) for (const host of [...hosts]) hosts.add(host.slice(0, -3))
  const origins = new Set([...hosts].map((host) => `http://${host}`))
  if (config.origin) {
    hosts.add(new URL(config.origin).host)
    origins.add(config.origin)
  }
  if (config.devStudio) {
    hosts.add(new URL(config.devStudio).host)
    origins.add(config.devStudio)
  }
  /** Listening on every address: the address itself is not a name that could be rebound. */
  const anyAddress = named.length === 0
  const allowedHost = (host: string | undefined) => {
    if (!host) return false
    if (hosts.has(host.toLowerCase())) return true
    if (!anyAddress || !URL.canParse(`http://${host}`)) return false
    const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '')
    return isIP(name) !== 0 || name === 'localhost'
  }
  return {
    allowedHost,
    allowedOrigin(headers) {
      const origin = headers.get('origin')
      if (origin !== null) {
        if (origins.has(origin.toLowerCase())) return true
        const host = headers.get('host') ?? undefined
        return anyAddress && allowedHost(host) && origin === `http://${host}`
      }
      const site = headers.get('sec-fetch-site')
      return site === null || site === 'same-origin' || site === 'none'
    },
    origins: [...origins],
  }
}

/** Sent with every answer of the studio's port. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** For the studio's own page: scripts from its own files only; the canvas frames bring their own, stricter policy. */
export const studioPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline' https:",
  "img-src 'self' data: blob: https: http:",
  "font-src 'self' data: https:",
  "media-src 'self' data: blob: https:",
  "connect-src 'self'",
  "frame-src 'self' blob: https:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'self'",
].join('; ')
