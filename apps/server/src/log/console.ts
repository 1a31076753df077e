import { format } from 'node:util'
import type { Log } from './log.ts'

type Printing = Pick<Console, 'debug' | 'info' | 'log' | 'warn' | 'error'>

/**
 * Sends what libraries print into the log, so that stdout and stderr hold nothing but the start's own line and the
 * log's. `expected` names errors that are ordinary answers to a user and irrelevant to the operator: they are logged
 * only for debugging.
 */
export function routeConsole(target: Printing, log: Log, expected: (error: Error) => boolean): void {
  const route =
    (level: 'debug' | 'warn') =>
    (...said: unknown[]) => {
      const err = said.find((part) => part instanceof Error)
      const text = format(...said.filter((part) => part !== err))
      log[err && expected(err) ? 'debug' : level](err ? { err } : {}, text || 'a library said')
    }
  target.error = route('warn')
  target.warn = route('warn')
  for (const name of ['debug', 'info', 'log'] as const) target[name] = route('debug')
}
