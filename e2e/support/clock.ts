import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The clock of a server's process, which is put forward like a machine's. */
export interface MovableClock {
  /** The server's environment. */
  readonly env: Record<string, string>
  /** Milliseconds by which it goes ahead of this process; the server has it a tenth of a second later. */
  set(ahead: number): void
  remove(): void
}

/** Timers of the server run as they do; it reads another time from `Date` alone. */
export function movableClock(): MovableClock {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-clock-'))
  const offset = join(folder, 'ahead')
  const preload = join(folder, 'clock.mjs')
  writeFileSync(offset, '0')
  writeFileSync(
    preload,
    `import { readFileSync } from 'node:fs'
const Machine = Date
let ahead = 0
setInterval(() => { try { ahead = Number(readFileSync(${JSON.stringify(offset)}, 'utf8')) } catch {} }, 100).unref()
globalThis.Date = class Date extends Machine {
  constructor(...parts) { super(...(parts.length === 0 ? [Date.now()] : parts)) }
  static now() { return Machine.now() + ahead }
}
`,
  )
  return {
    env: { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` },
    set: (ahead) => writeFileSync(offset, String(ahead)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
