import type { Config } from '../config/config.ts'

/** The caller's address: the socket's, or behind a proxy (ATELIER_ORIGIN set) the one that the proxy saw. */
export function callerAddress({ origin }: Pick<Config, 'origin'>, env: unknown, headers: Headers): string {
  if (origin) {
    const last = headers.get('x-forwarded-for')?.split(',').at(-1)?.trim()
    if (last) return withoutPort(last)
  }
  if (typeof env === 'object' && env !== null && 'incoming' in env) {
    const { incoming } = env
    if (typeof incoming === 'object' && incoming !== null && 'socket' in incoming) {
      const { socket } = incoming
      if (typeof socket === 'object' && socket !== null && 'remoteAddress' in socket)
        return String(socket.remoteAddress)
    }
  }
  return 'local'
}

/** Some proxies name the port of the caller too, which differs with each connection. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
