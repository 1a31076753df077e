import type { Json } from '@atelier/documents'
import type { Finding } from '../model/finding.ts'
import { isRecord } from '../model/json.ts'
import { CONTENT_FOLDER, isSafePath } from './paths.ts'
import { type ReadJson, readJson } from './readJson.ts'
import { decodeText } from './text.ts'

/** Up to what size a repository is read. */
export interface ReadLimits {
  files: number
  /** The limits of one file and of all of them. */
  fileBytes: number
  allBytes: number
  entries: number
}

export const readLimits: ReadLimits = {
  files: 200_000,
  fileBytes: 50_000_000,
  allBytes: 200_000_000,
  entries: 20_000,
}

export interface ReadOptions {
  /** By path, as git writes them (`120000` is a link); without it every path is a plain file. */
  modes?: ReadonlyMap<string, string>
  /** The bytes of those files that were too large to be given. */
  sizes?: ReadonlyMap<string, number>
  limits?: Partial<ReadLimits>
}

/** The files of a repository while they are read. Everything that is wrong with one of them is named once. */
export class RepositoryFiles {
  readonly findings: Finding[] = []
  readonly broken = new Set<string>()
  readonly limits: ReadLimits
  /** Files that the content is made of. */
  readonly used = new Set<string>()
  readonly #files: ReadonlyMap<string, Uint8Array>
  readonly #modes: ReadonlyMap<string, string>
  readonly #sizes: ReadonlyMap<string, number>
  readonly #readings = new Map<string, ReadJson>()
  readonly #texts = new Map<string, string | undefined>()

  constructor(
    files: ReadonlyMap<string, Uint8Array>,
    { modes = new Map(), sizes = new Map(), limits = {} }: ReadOptions,
  ) {
    this.#files = files
    this.#modes = modes
    this.#sizes = sizes
    this.limits = { ...readLimits, ...limits }
    for (const path of files.keys()) {
      if (isSafePath(path)) continue
      const message = `${JSON.stringify(path)} is no path inside of a repository.`
      this.add({ severity: 'error', code: 'unsafe_path', message, file: path })
    }
  }

  add(finding: Finding): void {
    this.findings.push(finding)
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  paths(): Iterable<string> {
    return this.#files.keys()
  }

  /** The paths directly in a folder, sorted. */
  under(folder: string): string[] {
    const start = `${folder}/`
    return [...this.#files.keys()]
      .filter((path) => path.startsWith(start) && !path.slice(start.length).includes('/'))
      .sort()
  }

  /** Whether there is more than is read at all; nothing is read then. */
  tooMany(): boolean {
    let bytes = 0
    for (const content of this.#files.values()) bytes += content.length
    const { files, allBytes } = this.limits
    if (this.#files.size <= files && bytes <= allBytes) return false
    const message = `The repository holds ${this.#files.size} files of ${bytes} bytes; up to ${files} of ${allBytes} are read.`
    this.add({ severity: 'error', code: 'too_large', message })
    return true
  }

  /** The bytes of a file that can be read; a file that cannot is named and broken. */
  bytes(path: string): Uint8Array | undefined {
    const bytes = this.#files.get(path)
    if (!bytes || !isSafePath(path)) return undefined
    this.used.add(path)
    const mode = this.#modes.get(path)
    if (mode !== undefined && !mode.startsWith('100')) {
      const what = mode === '160000' ? 'a submodule' : 'a link'
      return this.#refuse(path, 'link', `${path} is ${what}, which is not followed.`, 'Put the file itself there.')
    }
    const size = this.#sizes.get(path)
    if (size !== undefined || bytes.length > this.limits.fileBytes) {
      const most = Math.min(this.limits.fileBytes, size ?? bytes.length)
      return this.#refuse(path, 'too_large', `${path} has ${size ?? bytes.length} bytes; up to ${most} are read.`)
    }
    return bytes
  }

  #refuse(path: string, code: string, message: string, hint?: string): undefined {
    this.broken.add(path)
    this.add({ severity: 'error', code, message, file: path, line: 1, ...(hint !== undefined && { hint }) })
  }

  /** A reader's result for a file. A file that it makes nothing of is broken. */
  take<Value>(path: string, read: (bytes: Uint8Array) => { value?: Value; findings: Finding[] }): Value | undefined {
    const bytes = this.bytes(path)
    if (!bytes) return undefined
    const { value, findings } = read(bytes)
    this.findings.push(...findings)
    if (value === undefined) this.broken.add(path)
    return value
  }

  /** A JSON file's object. */
  record(path: string): Readonly<Record<string, Json>> | undefined {
    const value = this.json(path)
    if (value === undefined || isRecord(value)) return value
    return this.#refuse(path, 'not_an_object', `${path} is no object.`)
  }

  json(path: string): Json | undefined {
    const known = this.#readings.get(path)
    if (known) return known.value
    return this.take(path, (bytes) => {
      const reading = readJson(path, bytes)
      this.#readings.set(path, reading)
      return reading
    })
  }

  text(path: string): string | undefined {
    if (this.#texts.has(path)) return this.#texts.get(path)
    const text = this.take(path, (bytes) => {
      const { text: value, findings, broken } = decodeText(path, bytes)
      return broken ? { findings } : { value, findings }
    })
    this.#texts.set(path, text)
    return text
  }

  /** The line of a member in a JSON file. */
  lineOf(path: string, members: readonly string[]): number | undefined {
    const bytes = this.#files.get(path)
    const known = this.#readings.get(path) ?? (bytes && readJson(path, bytes))
    if (known) this.#readings.set(path, known)
    return known?.lineOf(members)
  }

  /** Names every file of the content whose name differs from another's only by case. */
  nameCaseTwins(): void {
    const seen = new Map<string, string>()
    for (const path of [...this.#files.keys()].sort()) {
      const twin = seen.get(path.toLowerCase())
      if (twin === undefined) seen.set(path.toLowerCase(), path)
      else if ([path, twin].some((each) => this.used.has(each) || each.startsWith(`${CONTENT_FOLDER}/`))) {
        const message = `${twin} and ${path} differ by case only: many systems hold one of them alone.`
        this.add({ severity: 'error', code: 'name_case', message, file: path, line: 1, hint: 'Rename one of them.' })
      }
    }
  }
}
