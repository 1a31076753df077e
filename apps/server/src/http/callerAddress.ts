import { type BlockList, isIP } from 'node:net'

/**
 * Returns the caller's address. It is the socket's, unless that is a trusted proxy: then the rightmost address of
 * `X-Forwarded-For` that is none, since a proxy adds the address that it saw at the end and callers write what they like
 * before it.
 */
export function callerAddress(
  { trustedProxies }: { trustedProxies: BlockList },
  env: unknown,
  headers: Headers,
): string {
  let caller = socketAddress(env)
  if (caller === undefined) return 'local'
  const forwarded = headers.get('x-forwarded-for')?.split(',') ?? []
  while (isTrusted(trustedProxies, caller)) {
    const before = withoutPort(forwarded.pop()?.trim() ?? '')
    if (isIP(before) === 0) break
    caller = before
  }
  return caller.replace(/^::ffff:(?=[\d.]+$)/i, '')
}

/** Whether a request came through a proxy that is not trusted, so that its callers cannot be told apart. */
export const isUntrustedProxy = (
  { trustedProxies }: { trustedProxies: BlockList },
  env: unknown,
  headers: Headers,
): boolean => {
  const address = socketAddress(env)
  return address !== undefined && headers.has('x-forwarded-for') && !isTrusted(trustedProxies, address)
}

function socketAddress(env: unknown): string | undefined {
  if (typeof env !== 'object' || env === null || !('incoming' in env)) return undefined
  const { incoming } = env
  if (typeof incoming !== 'object' || incoming === null || !('socket' in incoming)) return undefined
  const { socket } = incoming
  return typeof socket === 'object' && socket !== null && 'remoteAddress' in socket
    ? String(socket.remoteAddress)
    : undefined
}

function isTrusted(proxies: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && proxies.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Some proxies name the port of the caller too, which differs with each connection. */
const withoutPort = (address: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address
