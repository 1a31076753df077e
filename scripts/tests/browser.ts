import { type StdioOptions, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './say.ts'

// The shell is the same engine without a window, and takes a fifth less CPU.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
/** The first version with everything that pages of the tests use: `light-dark()`, nesting, the customizable select. */
const OLDEST = 135

export const installHint =
  'On Debian: apt-get install chromium-headless-shell. Elsewhere install Chromium or Chrome, or set CHROMIUM_PATH to its program.'

export type FoundBrowser = { path: string; problem?: undefined } | { problem: string }

/** A Chromium for the tests: named by CHROMIUM_PATH, found, or installed from Debian where we may; or what is wrong. */
export function findBrowser(): FoundBrowser {
  const named = process.env.CHROMIUM_PATH
  if (named)
    return existsSync(named) ? checked(named) : { problem: `CHROMIUM_PATH names ${named}, which is not there.` }
  const path = look() ?? install()
  return path ? checked(path) : { problem: 'No Chromium was found, and none could be installed.' }
}

function checked(path: string): FoundBrowser {
  const version = spawnSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8', timeout: 30_000 }).stdout ?? ''
  const major = Number(/(\d+)\.\d+\.\d+/.exec(version)?.[1])
  // A program that does not tell, such as Chrome on Windows, is tried.
  if (major < OLDEST) return { problem: `${path} is version ${major}, and the tests need ${OLDEST} or newer.` }
  return { path }
}

function install(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !inPath('apt-get')) return undefined
  say('Installing Chromium for the end-to-end tests …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const stdio: StdioOptions = ['ignore', 'ignore', 2]
  spawnSync('apt-get', ['update', '-qq'], { env, stdio })
  const add = ['install', '-y', '-qq', '--no-install-recommends']
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (spawnSync('apt-get', [...add, name], { env, stdio }).status === 0) break
  }
  return look()
}

function look(): string | undefined {
  return names.map(inPath).find((path) => path !== undefined) ?? places.find((path) => existsSync(path))
}

function inPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path))
}
