import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstProject, pageHtml, until } from './support/api.ts'
import { reservePort } from './support/ports.ts'
import { databases } from './support/preparedDatabase.ts'
import { startPrepared } from './support/preparedServer.ts'
import { temporaryFolder } from './support/temporaryFolder.ts'

// covers e2e/support
/** Runs a module in another process of tests until `end`; resolves with the JSON of the line that it prints. */
async function otherProcess<Printed>(name: string, program: string): Promise<{ printed: Printed; end(): void }> {
  const module = JSON.stringify(join(import.meta.dirname, 'support', name))
  const stay = 'setInterval(() => undefined, 1000)'
  const source = `import * as module from ${module}; console.log(JSON.stringify(${program})); ${stay}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: ['ignore', 'pipe', 'inherit'] })
  const line = await new Promise<string>((resolve, reject) => {
    let out = ''
    child.stdout.on('data', (part) => {
      out += part
      if (out.endsWith('\n')) resolve(out)
    })
    child.once('exit', (code) => reject(new Error(`The other process ended with ${code}`)))
  })
  return { printed: JSON.parse(line), end: () => void child.kill('SIGKILL') }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a server ends with the run of tests that started it, even if that is killed', async () => {
  const folder = temporaryFolder('atelier-e2e-')
  const options = JSON.stringify({ dataDir: folder })
  const { printed: pid, end } = await otherProcess<number>(
    'studio.ts',
    `(await module.startStudio(${options})).process.pid`,
  )
  expect(isAlive(pid)).toBe(true)
  end()
  await until('the server to end', async () => !isAlive(pid))
  rmSync(folder, { recursive: true, force: true })
})

test('two runs at once use other ports, and a port that is taken is passed over', async () => {
  const { printed: theirs, end } = await otherProcess<number[]>(
    'ports.ts',
    'await Promise.all([1, 2, 3].map(() => module.reservePort()))',
  )
  const first = await reservePort()
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(first + 1, '127.0.0.1', resolve))
  const ours = [first, await reservePort(), await reservePort()]
  expect(new Set([...ours, ...theirs]).size).toBe(6)
  expect(ours).not.toContain(first + 1)
  await new Promise((resolve) => taken.close(resolve))
  end()
})

test('a temporary folder without room is named, with what to do about it', () => {
  expect(() => temporaryFolder('atelier-e2e-', { needed: Number.MAX_SAFE_INTEGER })).toThrow(
    `The temporary folder ${tmpdir()} has`,
  )
})

test.each(databases)(
  'servers on copies of the prepared data know its owner and have their own data, on %s',
  async (database) => {
    const [one, two] = await Promise.all([startPrepared({ database }), startPrepared({ database })])
    try {
      expect((await firstProject(one.api)).id).toBe(one.projectId)
      const before = await pageHtml(two.api, two.projectId)
      await one.api.post(`/api/projects/${one.projectId}/operations/site.addPage`, { input: { title: 'Only here' } })
      expect(await pageHtml(two.api, two.projectId)).toBe(before)
      const { pages } = await two.api.get<{ pages: { title: string }[] }>(`/api/projects/${two.projectId}/pages`)
      expect(pages.map(({ title }) => title)).not.toContain('Only here')
    } finally {
      await Promise.all([one.studio.remove(), two.studio.remove()])
    }
  },
)
