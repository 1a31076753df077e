import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { signIn } from './support/api.ts'
import { type Studio, startStudio } from './support/studio.ts'

// covers apps/server/src/config apps/server/src/compose

/** The CPU time that a process has taken since its start; the kernel counts it in hundredths of a second. */
function cpuMsOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Behind the name in brackets, which may hold anything: the 14th and 15th field are the user's and the system's time.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

describe('starting', () => {
  const studios: Studio[] = []
  afterAll(async () => {
    for (const studio of studios) await studio.remove()
  })

  it('prints one line with a link that makes the owner once, and is quick and small from the second start on', async () => {
    const first = await startStudio({ withoutOwner: true })
    studios.push(first)
    expect(first.announced).toMatch(/\/setup\?token=[\w-]{16,}$/)
    const token = new URL(/https?:\/\/\S+/.exec(first.announced)?.[0] ?? '').searchParams.get('token')
    const setup = (body: object) =>
      fetch(`${first.url}/api/setup`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: first.url },
        body: JSON.stringify(body),
      })
    const person = { name: 'Ada Owner', email: 'ada@example.com', password: 'correct horse battery' }
    expect((await setup({ token: 'wrong', ...person })).status).toBe(403)
    expect((await setup({ token, ...person })).status).toBe(200)
    expect((await setup({ token, ...person, email: 'eve@example.com' })).status).toBe(403)
    await first.stop()

    const figures: { cpuMs: number; rssMb: number }[] = []
    for (let round = 0; round < 3; round++) {
      const again = await startStudio({ dataDir: first.dataDir, withoutOwner: true })
      studios.push(again)
      const status = readFileSync(`/proc/${again.process.pid}/status`, 'utf8')
      figures.push({ cpuMs: cpuMsOf(again.process.pid), rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024 })
      expect(again.announced).not.toContain('setup')
      await signIn(again)
      await again.stop()
    }
    const best = (values: number[]) => Math.min(...values)
    expect(best(figures.map((one) => one.cpuMs))).toBeLessThan(2_000)
    expect(best(figures.map((one) => one.rssMb))).toBeLessThan(150)
  })

  it('keeps an unused connection longer than a proxy in front of it does', async () => {
    const studio = await startStudio()
    studios.push(studio)
    const answer = await fetch(`${studio.url}/health`)
    expect(answer.headers.get('keep-alive')).toBe('timeout=75')
  })

  it('says what is wrong when its port or folder is taken', async () => {
    const one = await startStudio()
    studios.push(one)
    await expect(startStudio({ ports: one.ports })).rejects.toThrow(/in use/)
    await expect(startStudio({ dataDir: one.dataDir })).rejects.toThrow(/another|in use/i)
    await one.stop()
  })
})
