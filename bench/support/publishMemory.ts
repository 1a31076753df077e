import { join } from 'node:path'
import { renderRelease } from '@atelier/site'
import { createReleaseFolder } from '../../apps/server/src/publish/folder.ts'
import { storedSource } from './publishing.ts'

/**
 * A process that only publishes: the site in one folder as a whole and again with one page changed, then the site in
 * another one; on its standard output the peak of its memory in megabytes.
 */
const [many = '', large = '', dataDir = ''] = process.argv.slice(2)
const folder = createReleaseFolder(join(dataDir, 'memory'))
const first = await renderRelease(storedSource(many))
await folder.write('p', 'r1', first)
const second = await renderRelease(storedSource(many, 2), { previous: first.record })
await folder.write('p', 'r2', { ...second, previous: await folder.manifest('p', 'r1') })
await renderRelease(storedSource(large))
process.stdout.write(String(Math.round((process.resourceUsage().maxRSS * 1_024) / 1e6)))
