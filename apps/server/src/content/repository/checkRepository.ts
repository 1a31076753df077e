import { checkFiles, type Finding } from '@atelier/content'
import type { Threads } from '../../heavy/threads.ts'
import type { ContentFiles } from './outsideFiles.ts'

/** How long the check of one repository may take, in milliseconds. */
const DEADLINE_MS = 120_000

/** The strict check of the files of a repository. */
export type CheckContent = (files: ContentFiles) => Promise<Finding[]>

export const checkHere: CheckContent = async ({ after, modes, sizes }) => checkFiles(after, { modes, sizes })

/** Checks in a thread, since the files of a large repository take seconds. */
export const checkInThreads =
  (threads: Threads): CheckContent =>
  ({ after, modes, sizes }) =>
    threads.use(DEADLINE_MS, async (session) => {
      for (const [path, bytes] of after) await session.sendFile(path, bytes)
      const outcome = await session.carryOut({ kind: 'checkContent', modes, sizes }, { open: async () => undefined })
      return outcome.findings ?? []
    })
