import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = [
  'chromium',
  'chromium-browser',
  'chromium-headless-shell',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
]
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The path of an installed Chromium: the one that is named, or the first that is found. A named one that does not exist
 * means none.
 */
export function findChromium(named: string | undefined, path = process.env.PATH ?? ''): string | undefined {
  if (named !== undefined) return existsSync(named) ? named : undefined
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places].find((file) =>
    existsSync(file),
  )
}
