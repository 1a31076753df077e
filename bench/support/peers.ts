import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../peers/', import.meta.url))

/**
 * The other runtimes, where they can be had: they are installed when a benchmark first asks for them, since no one
 * else needs them. Without a registry the benchmark runs without them and says so.
 */
export async function peers(names: readonly string[]): Promise<string[]> {
  if (existsSync(`${folder}node_modules`)) return [...names]
  console.error('Installing the runtimes to compare with (once) …')
  try {
    execFileSync('npm', ['ci', '--no-workspaces', '--ignore-scripts'], { cwd: folder, stdio: 'ignore' })
    return [...names]
  } catch {
    console.error('They could not be installed, so this server is measured beside the bare loop alone.')
    return []
  }
}
