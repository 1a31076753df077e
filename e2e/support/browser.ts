import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'

const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

const options = () => ({
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

/** A headless Chromium that talks to this machine only. */
export async function launch(): Promise<Browser> {
  return await chromium.launch(options())
}

/** The same with what it keeps in a folder; `kill` ends all its processes as a crash of the machine's memory would. */
export async function launchWithProfile(folder: string): Promise<{ context: BrowserContext; kill(): void }> {
  const context = await chromium.launchPersistentContext(folder, options())
  return {
    context,
    kill() {
      for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
        try {
          if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)) process.kill(Number(pid), 'SIGKILL')
        } catch {
          // It has just ended by itself.
        }
      }
    },
  }
}
