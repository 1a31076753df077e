/** Where a remote repository is, without any secret. */
export interface RemoteAddress {
  protocol: 'https' | 'http' | 'ssh' | 'file'
  /** The URL that git gets. */
  url: string
  /** Empty for `file`. */
  host: string
  port: number
  /** Of `ssh`. */
  user?: string
}

export interface Credentials {
  username: string
  password: string
}

export type ReadRemote =
  /** `credentials` stood in the URL and MUST be sealed; they are no longer in the address. */
  { ok: true; address: RemoteAddress; credentials?: Credentials } | { ok: false; problem: string }

/** The addresses that a host has now, or why it may not be reached. */
export type FoundHost =
  | { ok: true; addresses: { address: string; family: number }[] }
  | { ok: false; code: 'refused' | 'unknown_host'; problem: string }

export interface RemotePolicy {
  /** Whether loopback, plain http and `file:` are reached, as tests need it (ATELIER_OPEN_REMOTES=1). */
  open: boolean
  /** Returns addresses only if each of them may be reached: git connects to these and resolves nothing itself. */
  findHost(address: RemoteAddress): Promise<FoundHost>
}

const bad = (problem: string): ReadRemote => ({ ok: false, problem })

const MAX_URL = 2000
const hostName = /^(?:[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/
const userName = /^[A-Za-z0-9_][A-Za-z0-9._-]*$/

/**
 * Reads the URL of a repository: `https://host/path`, `ssh://user@host/path` or `user@host:path`. Anything else that
 * git would take (a helper such as `ext::`, an option, a path of this machine) is refused.
 */
export function readRemote(text: string, open = false): ReadRemote {
  const written = text.trim()
  if (written === '' || written.length > MAX_URL)
    return bad('The address of a repository has between 1 and 2,000 characters.')
  for (const character of written)
    if (character <= ' ' || character === '\u007f' || character === '\\' || character === "'" || character === '"')
      return bad('The address of a repository holds no spaces, quotes, backslashes or control characters.')
  if (written.startsWith('-')) return bad('The address of a repository does not begin with a hyphen.')
  if (written.includes('::') && !written.includes('://[')) return bad('Only https and ssh remotes are supported.')
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : fromShort(written)
  if (url === undefined || !URL.canParse(url))
    return bad('The address should begin with https:// or ssh://, or look like git@host:path.')
  return readUrl(new URL(url), open)
}

/** `user@host:path` as a URL; undefined for any other text. */
function fromShort(text: string): string | undefined {
  const colon = text.indexOf(':')
  const before = text.slice(0, colon)
  const path = text.slice(colon + 1)
  if (colon < 1 || before.includes('/') || !before.includes('@') || path === '' || path.startsWith('-'))
    return undefined
  return `ssh://${before}/${path.startsWith('/') ? path.slice(1) : path}`
}

function readUrl(url: URL, open: boolean): ReadRemote {
  const protocol = url.protocol.slice(0, -1)
  if (url.search || url.hash) return bad('The address of a repository has no query and no fragment.')
  if (protocol === 'file' && open && url.host === '')
    return { ok: true, address: { protocol, url: url.href, host: '', port: 0 } }
  if (protocol !== 'https' && protocol !== 'ssh' && !(protocol === 'http' && open))
    return bad('Only https and ssh remotes are supported.')
  // The URL parser leaves the host of ssh as it is written.
  let host = url.hostname.toLowerCase()
  while (host.endsWith('.')) host = host.slice(0, -1)
  if (!hostName.test(host)) return bad('The address of a repository names a host, such as git.example.com.')
  if (url.pathname.length < 2) return bad('The address of a repository names a repository behind the host.')
  const port = Number(url.port || { https: 443, http: 80, ssh: 22 }[protocol])
  if (port < 1024 && ![22, 80, 443].includes(port)) return bad(`Port ${port} is not one of repositories.`)
  const [username, password] = [decodeUrlPart(url.username), decodeUrlPart(url.password)]
  if (username === undefined || password === undefined)
    return bad('The user name or password in the address is not readable.')
  const shown = `${host}${url.port ? `:${port}` : ''}${url.pathname}`
  if (protocol === 'ssh') {
    if (password) return bad('An ssh remote is reached with a key, not with a password in its address.')
    const user = username || 'git'
    if (!userName.test(user)) return bad('The user name in the address is not one of ssh.')
    return { ok: true, address: { protocol, url: `ssh://${user}@${shown}`, host, port, user } }
  }
  const credentials =
    username || password ? { username: password ? username : 'git', password: password || username } : undefined
  return {
    ok: true,
    address: { protocol, url: `${protocol}://${shown}`, host, port },
    ...(credentials ? { credentials } : {}),
  }
}

function decodeUrlPart(text: string): string | undefined {
  try {
    const plain = decodeURIComponent(text)
    return /[\n\r\0]/.test(plain) ? undefined : plain
  } catch {
    return undefined
  }
}
