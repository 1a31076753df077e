/** Prints the lines and files of each room by kind: `npm run lines`. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const kinds = ['product', 'test', 'testing', 'CSS', 'generated'] as const
type Kind = (typeof kinds)[number]

function kindOf(path: string): Kind | undefined {
  if (path.endsWith('.css')) return 'CSS'
  if (!/\.tsx?$/.test(path)) return undefined
  if (path.endsWith('.generated.ts')) return 'generated'
  if (/\/testing\//.test(path)) return 'testing'
  return /\.(?:test|cases)\.tsx?$/.test(path) ? 'test' : 'product'
}

/** `packages/site`, or the folder at the root. */
const roomOf = (path: string): string => /^(?:packages|apps)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path

const rooms = new Map<string, Map<Kind, { lines: number; files: number }>>()
const add = (room: string, kind: Kind, lines: number) => {
  const counts = rooms.get(room) ?? new Map<Kind, { lines: number; files: number }>()
  const before = counts.get(kind) ?? { lines: 0, files: 0 }
  rooms.set(room, counts.set(kind, { lines: before.lines + lines, files: before.files + 1 }))
}
for (const path of execFileSync('git', ['ls-files'], { encoding: 'utf8', maxBuffer: 2 ** 26 }).split('\n')) {
  const kind = kindOf(path)
  if (!kind || !existsSync(path)) continue
  const lines = readFileSync(path, 'utf8').split('\n').length - 1
  add(roomOf(path), kind, lines)
  add('all', kind, lines)
}

const cell = (text: string) => text.padStart(16)
console.log(`${'lines (files)'.padEnd(20)}${kinds.map(cell).join('')}`)
const sorted = [...rooms].sort(([a], [b]) => Number(a === 'all') - Number(b === 'all') || (a < b ? -1 : 1))
for (const [room, counts] of sorted) {
  const cells = kinds.map((kind) => {
    const count = counts.get(kind)
    return cell(count ? `${count.lines} (${count.files})` : '')
  })
  console.log(`${room.padEnd(20)}${cells.join('')}`)
}
