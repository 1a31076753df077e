/** A fact about a service that a model should know, with what to try. */
export class ServiceTrouble extends Error {
  readonly hint: string
  constructor(message: string, hint: string) {
    super(message)
    this.hint = hint
  }
}

export interface ServiceRequest {
  /** Its name in sentences. */
  service: string
  url: string
  init?: { method?: string; headers?: Record<string, string>; body?: string }
  timeoutMs: number
  maxBytes: number
}

export interface ServiceResponse {
  status: number
  bytes: Uint8Array
  /** In lower case, without parameters; undefined if the service does not say it. */
  type: string | undefined
}

/** The remedy if a service does not help. */
export const WITHOUT = 'Go on without new pictures, or use those of list_media.'

/**
 * Sends one request to a service and reads its answer to the end. The request accepts neither a redirect nor
 * compression.
 * @throws ServiceTrouble if there is no whole answer in time
 */
export async function requestService(
  fetch: typeof globalThis.fetch,
  { service, url, init, timeoutMs, maxBytes }: ServiceRequest,
): Promise<ServiceResponse> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const chunks: Uint8Array[] = []
    let length = 0
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength
      if (length > maxBytes) {
        throw new ServiceTrouble(`${service} sent more than ${Math.round(maxBytes / 1024 / 1024)} MB.`, WITHOUT)
      }
      chunks.push(chunk)
    }
    const type = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
    return { status: response.status, bytes: new Uint8Array(Buffer.concat(chunks)), type: type || undefined }
  } catch (error) {
    if (error instanceof ServiceTrouble) throw error
    const why = signal.aborted ? `did not answer within ${timeoutMs / 1000} s` : 'could not be reached'
    throw new ServiceTrouble(`${service} ${why}.`, 'Try it again once; if it fails again, go on without new pictures.')
  }
}

/** @throws ServiceTrouble unless the status says that all went well */
export function checkStatus(service: string, { status }: ServiceResponse, said = ''): void {
  if (status >= 200 && status < 300) return
  if (status === 401 || status === 403) {
    const hint = `A person can change the key in the settings of the workspace. ${WITHOUT}`
    throw new ServiceTrouble(`${service} refused the key.`, hint)
  }
  if (status === 402) throw new ServiceTrouble(`The account at ${service} has no credit left.`, WITHOUT)
  if (status === 429) throw new ServiceTrouble(`The limit of ${service} is reached for now.`, WITHOUT)
  if (status >= 400 && status < 500) {
    const message = `${service} refused the query${said === '' ? '' : `: ${said}`}.`
    throw new ServiceTrouble(message, 'Describe the picture in other words.')
  }
  throw new ServiceTrouble(`${service} answered with status ${status}.`, `Try it again later. ${WITHOUT}`)
}

/** The value of a JSON answer; undefined if it is none. */
export function parseJson({ bytes }: ServiceResponse): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    // The caller says what the service sent instead.
    return undefined
  }
}

/** Whether a file may be fetched from where a service says it is: over https, from a host of its own. */
export function isOwnFile(url: string, domains: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname, port, username } = new URL(url)
  return (
    protocol === 'https:' &&
    port === '' &&
    username === '' &&
    domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))
  )
}
