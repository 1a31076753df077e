import { createHmac, timingSafeEqual } from 'node:crypto'

/** Recognizes browsers in which an account was signed in before, also after it signed out, by a signed cookie. */
export interface KnownBrowsers {
  /** Whether the account was signed in in the caller's browser; it proves nothing more. */
  isKnown(headers: Headers, account: string): boolean
  /** The `Set-Cookie` that lets a browser be recognized; only for one in which the account is signed in. */
  cookie(account: string): string
}

/** The longest that browsers keep a cookie. */
const keptSeconds = 400 * 86_400

/** @param isSecure whether the studio is reached by https */
export function createKnownBrowsers({ secret, isSecure }: { secret: string; isSecure: boolean }): KnownBrowsers {
  const mac = (purpose: string, account: string) =>
    createHmac('sha256', secret).update(`${purpose} ${account.toLowerCase()}`).digest('base64url')
  // One for each account, since several people may use a browser.
  const nameOf = (account: string) => `atelier.browser_${mac('name', account).slice(0, 16)}`
  return {
    isKnown(headers, account) {
      const start = `${nameOf(account)}=`
      const right = Buffer.from(mac('browser', account))
      const cookies = (headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim())
      return cookies.some((cookie) => {
        const given = Buffer.from(cookie.slice(start.length))
        return cookie.startsWith(start) && given.length === right.length && timingSafeEqual(given, right)
      })
    },
    cookie(account) {
      const secure = isSecure ? '; Secure' : ''
      const kept = `Path=/api; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure}`
      return `${nameOf(account)}=${mac('browser', account)}; ${kept}`
    },
  }
}
