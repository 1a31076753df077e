import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** How often one project is synchronized because of its webhook, in milliseconds. */
const EVERY_MS = 60_000

export const newWebhookSecret = (): string => randomBytes(32).toString('base64url')

/** A call of a webhook as it arrived. */
export interface WebhookCall {
  body: Uint8Array
  /** `sha256=` and the HMAC of the body in hexadecimal: `X-Hub-Signature-256`. */
  signature: string | undefined
  /** The secret itself: `X-Gitlab-Token`. */
  token: string | undefined
}

/**
 * Whether who calls knows the secret.
 *
 * @param secret undefined if there is none; that takes as long to refuse
 */
export function knowsSecret(secret: string | undefined, { body, signature, token }: WebhookCall): boolean {
  const expected = secret ?? newWebhookSecret()
  const hmac = createHmac('sha256', expected).update(body).digest('hex')
  const signed = isSame(signature ?? '', `sha256=${hmac}`)
  const named = isSame(token ?? '', expected)
  return secret !== undefined && (signed || named)
}

/** Compares in a time that tells nothing about either text. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}

/**
 * Does something for each key once a minute at most: at the first call at once, and for all calls within the minute
 * after it together at its end.
 */
export function createOncePerMinute(
  act: (key: string) => void,
  schedule: (task: () => void, ms: number) => () => void,
): (key: string) => void {
  /** The keys of the last minute, and whether they were called again since. */
  const recent = new Map<string, boolean>()
  return function call(key) {
    if (recent.has(key)) {
      recent.set(key, true)
      return
    }
    recent.set(key, false)
    schedule(() => {
      const again = recent.get(key)
      recent.delete(key)
      if (again) call(key)
    }, EVERY_MS)
    act(key)
  }
}
