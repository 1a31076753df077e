import { readdirSync, readFileSync } from 'node:fs'

/** What Linux counts CPU time in. */
const TICKS_PER_SECOND = 100

/**
 * Returns the CPU seconds that this process, those that it started, and those that they started have used: servers, browsers,
 * commands. Where there is no `/proc`, those of this process only.
 */
export function cpuSeconds(): number {
  try {
    return ticksOf(process.pid) / TICKS_PER_SECOND
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}

/** The ticks of a process and of its children, also of those that have ended. */
function ticksOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in parentheses, may hold spaces. The fields after it begin with the state, which is the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return childrenOf(pid).reduce((sum, child) => sum + ticksOfLiving(child), own)
}

/** 0 for a process that has ended: the one that started it has its ticks. */
function ticksOfLiving(pid: number): number {
  try {
    return ticksOf(pid)
  } catch {
    return 0
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').trim()
    return children === '' ? [] : children.split(' ').map(Number)
  })
}
