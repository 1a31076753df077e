import { fileURLToPath } from 'node:url'
import { start } from '../../src/start.ts'
import { notes } from '../notes/scope.ts'

// A whole server whose notes can be sent somewhere, to be killed while they are: its settings are in its environment.
await start({
  env: process.env,
  options: [],
  studioDir: '/nowhere',
  packageFile: fileURLToPath(new URL('../package.json', import.meta.url)),
  extensions: { scopes: [notes()] },
})
