#!/usr/bin/env node
// The command line. Runs on any Node from 20 up: it hands over to the pinned Node, which is installed where it is missing.
// Built code starts sooner; without it, or where the source is newer, the source runs as it is.
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isBuilt } from '../../../scripts/build.mjs'
import { setUp } from '../../../scripts/setup.mjs'

const folder = dirname(dirname(fileURLToPath(import.meta.url)))
const main = isBuilt('cli') ? join(folder, 'dist', 'main.mjs') : join(folder, 'src', 'main.ts')
const child = spawn(setUp(), [main, ...process.argv.slice(2)], { stdio: 'inherit' })
// A terminal sends Ctrl+C to both; the program below takes two that come together as one.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  process.stderr.write(`atelier could not be started: ${error.message}\n`)
  process.exit(1)
})
child.on('exit', (code) => process.exit(code ?? 1))
