import type { ImportFile } from '@atelier/site'

/** How long the files of a plan are kept, in milliseconds. */
const keptMs = 10 * 60_000
/** For all plans together, in bytes; a larger archive is sent again. */
const mostBytes = 200 * 1024 * 1024
const mostUploads = 20

/** The owner of these files: no other user and no other project gets them. */
export interface UploadOwner {
  projectId: string
  userId: string
}

/** The unpacked files of archives that were planned, so that an import need not send them again. */
export interface Uploads {
  /** The name to retrieve them by; undefined if they are too large to be kept. */
  keep(owner: UploadOwner, files: readonly ImportFile[]): string | undefined
  /** The files, which are kept until they expire; undefined if they are gone, or another user's. */
  take(token: string, owner: UploadOwner): readonly ImportFile[] | undefined
  /** Releases them once they are imported. */
  drop(token: string): void
}

interface Kept {
  owner: UploadOwner
  files: readonly ImportFile[]
  bytes: number
  until: number
}

/** Uploads in memory. The oldest are dropped if there are too many; a person has one for each project. */
export function createUploads({ now, newToken }: { now(): number; newToken(): string }): Uploads {
  const kept = new Map<string, Kept>()
  const isOf = (one: UploadOwner, other: UploadOwner) =>
    one.projectId === other.projectId && one.userId === other.userId
  const sweep = () => {
    const time = now()
    for (const [token, { until }] of kept) if (until <= time) kept.delete(token)
  }
  return {
    keep(owner, files) {
      sweep()
      for (const [token, each] of kept) if (isOf(each.owner, owner)) kept.delete(token)
      const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0)
      if (bytes > mostBytes) return undefined
      let all = bytes
      for (const each of kept.values()) all += each.bytes
      for (const [token, each] of kept) {
        if (all <= mostBytes && kept.size < mostUploads) break
        kept.delete(token)
        all -= each.bytes
      }
      const token = newToken()
      kept.set(token, { owner, files, bytes, until: now() + keptMs })
      // If no further request arrives, nothing else would free them.
      setTimeout(sweep, keptMs).unref()
      return token
    },
    take(token, owner) {
      sweep()
      const found = kept.get(token)
      return found && isOf(found.owner, owner) ? found.files : undefined
    },
    drop(token) {
      kept.delete(token)
    },
  }
}
