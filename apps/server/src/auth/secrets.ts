import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The uses of the one master secret, each with a key of its own. */
export interface Secrets {
  /** Signs session cookies. */
  readonly cookies: string
  /** Signs the cookies of browsers in which an account was signed in before. */
  readonly browsers: string
  /** Salts the digests of visitors' addresses. */
  readonly addresses: string
  /** AES-256-GCM; `context` binds the text to its place, so that a sealed key cannot be moved to another row. */
  seal(plain: string, context: string): string
  /** The plain text, or undefined if it was sealed under another secret or for another place. */
  unseal(sealed: string, context: string): string | undefined
  /** The HMAC-SHA256 of a text for one purpose, in base64url. */
  sign(text: string, purpose: string): string
}

export function createSecrets(master: string): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, 'atelier', purpose, 32))
  const key = derive('credentials')
  const signing = derive('signatures')
  return {
    cookies: derive('cookies').toString('base64url'),
    browsers: derive('browsers').toString('base64url'),
    addresses: derive('addresses').toString('base64url'),
    sign: (text, purpose) => createHmac('sha256', signing).update(`${purpose}\n${text}`).digest('base64url'),
    seal(plain, context) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        'v1',
        nonce.toString('base64url'),
        cipher.getAuthTag().toString('base64url'),
        body.toString('base64url'),
      ].join('.')
    },
    unseal(sealed, context) {
      const [version, nonce, tag, body] = sealed.split('.')
      if (version !== 'v1' || !nonce || !tag || body === undefined) return undefined
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url')).setAAD(
          Buffer.from(context),
        )
        decipher.setAuthTag(Buffer.from(tag, 'base64url'))
        return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8')
      } catch {
        // A tag that does not fit is the answer "not under this secret", not a fault.
        return undefined
      }
    },
  }
}

/** The master secret: as configured, or from the key file in the data folder, which is made on the first start. */
export function masterSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured
  const file = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const descriptor = openSync(file, 'wx', 0o600)
    writeSync(descriptor, `${randomBytes(32).toString('hex')}\n`)
    fsyncSync(descriptor)
    closeSync(descriptor)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 16)
    throw new Error(`${file} holds no secret; restore it from a backup, or remove it to start with a new one.`)
  return secret
}

/** For tokens with enough randomness of their own: keys and set-up links. */
export function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
