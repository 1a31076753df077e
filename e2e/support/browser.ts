import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** A headless Chromium that talks to this machine only. */
export async function launch(): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path)),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  })
}
