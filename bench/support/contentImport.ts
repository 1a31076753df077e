import { readFileSync } from 'node:fs'
import { signIn } from '../../e2e/support/api.ts'
import { startStudio } from '../../e2e/support/studio.ts'

/**
 * Fills the first project of a server as `npm start` runs it from the repository in a folder; it has to be built before
 * (`npm run build`). In milliseconds how long that took, and in megabytes the memory of the server before, and at its peak.
 */
export async function importInto(repository: string): Promise<{ ms: number; beforeMb: number; peakMb: number }> {
  const studio = await startStudio({ env: { ATELIER_OPEN_REMOTES: '1', ATELIER_LOG: 'silent' } })
  try {
    const api = await signIn(studio)
    const { projects } = await api.get<{ projects: { id: string }[] }>('/api/projects')
    const beforeMb = megabytes('VmRSS', studio.process.pid)
    const from = performance.now()
    await api.put(`/api/projects/${projects[0]?.id}/content/remote`, { url: `file://${repository}` })
    const ms = Math.round(performance.now() - from)
    return { ms, beforeMb, peakMb: megabytes('VmHWM', studio.process.pid) }
  } finally {
    await studio.remove()
  }
}

/** For a process, as the kernel counts it: what it has now (`VmRSS`), or the most that it ever had (`VmHWM`). */
function megabytes(of: 'VmRSS' | 'VmHWM', pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const [, kilobytes] = new RegExp(`^${of}:\\s+(\\d+) kB$`, 'm').exec(status) ?? []
  return Math.round((Number(kilobytes) * 1_024) / 1e6)
}
