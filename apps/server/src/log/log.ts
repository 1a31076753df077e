import pino, { type Logger } from 'pino'
import type { Config } from '../config/config.ts'

export type Log = Logger

/** Names of fields that never reach a log line, at the top or one level down. */
const secretFields = [
  'password',
  'apiKey',
  'key',
  'token',
  'secret',
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
]

/** JSON lines on stderr, so that stdout holds the start's own line and nothing else. */
export function createLog(
  config: Pick<Config, 'logLevel'>,
  destination: pino.DestinationStream = pino.destination(2),
): Log {
  return pino(
    {
      level: config.logLevel,
      base: undefined,
      redact: {
        paths: secretFields.flatMap((field) => [`["${field}"]`, `*["${field}"]`]),
        censor: '[redacted]',
      },
      serializers: { err: pino.stdSerializers.err },
    },
    destination,
  )
}
