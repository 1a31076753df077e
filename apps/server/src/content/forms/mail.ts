import { errorMessage } from '@atelier/operation'
import { createTransport } from 'nodemailer'

export interface Mail {
  to: readonly string[]
  subject: string
  text: string
}

export interface Mailer {
  /** Undefined once the server of mail has taken it, otherwise why not. Never rejects. */
  send(mail: Mail): Promise<string | undefined>
}

/** How long a server of mail may take for one answer, in milliseconds. */
const TIMEOUT = 10_000

/**
 * Sends mail through a server of the configuration.
 * @param url `smtp://user:password@host:587` or `smtps://…:465`; `?from=` names the sender, which is the user otherwise
 */
export function createMailer(url: string): Mailer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url)
  const user = decodeURIComponent(username)
  const secure = protocol === 'smtps:'
  const from = searchParams.get('from') ?? (user.includes('@') ? user : `atelier@${hostname}`)
  const transport = createTransport({
    host: hostname,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from, to: [...to], subject, text, headers: { 'Auto-Submitted': 'auto-generated' } })
        return undefined
      } catch (error) {
        return errorMessage(error)
      }
    },
  }
}
