import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { newSession, settled, startRun } from '../../testing/ai.ts'
import { testDatabases } from '../../testing/databases.ts'
import { cookieOf, owner, startTestServer } from '../../testing/server.ts'

describe.each(testDatabases())('a whole server on $name', ({ place }) => {
  test('sets up, signs in by password and by key, runs, undoes, and forgets nothing over a restart', async () => {
    const { dataDir, databaseUrl, remove } = await place()
    const env = { ATELIER_DATA: dataDir, ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    const server = await startTestServer(env)
    const signedIn = await server.request('/api/auth/sign-in/email', {
      method: 'POST',
      body: JSON.stringify({ email: owner.email.toUpperCase(), password: owner.password }),
    })
    expect(signedIn.status).toBe(200)
    const me = await server.request('/api/me', { headers: { cookie: cookieOf(signedIn) } })
    expect(await me.json()).toMatchObject({ user: { name: owner.name }, workspace: { role: 'owner' } })
    const made = await server.call('POST', '/api/keys', { name: 'ci' })
    const { key } = Value.Parse(Type.Object({ key: Type.String() }), made.body)

    const session = await newSession(server)
    const runId = await startRun(server, session, 'Add a pricing section')
    expect((await settled(server, session)).runs).toMatchObject([{ id: runId, status: 'complete' }])
    const undone = await server.call('POST', `/api/ai/sessions/${session}/runs/${runId}/undo`)
    expect(undone).toMatchObject({ status: 200, body: { state: 'undone', kept: [] } })
    const before = await server.call('GET', `/api/ai/sessions/${session}`)
    await server.close()

    const again = await startTestServer(env)
    expect(again.setupToken).toBeUndefined()
    const headers = { authorization: `Bearer ${key}` }
    expect(await again.call('GET', `/api/ai/sessions/${session}`, undefined, headers)).toEqual(before)
    const projects = await again.call('GET', '/api/projects', undefined, headers)
    expect(projects.body).toMatchObject({ projects: [{ slug: 'my-site' }] })
    const redone = await again.call('POST', `/api/ai/sessions/${session}/runs/${runId}/redo`, {}, headers)
    expect(redone).toMatchObject({ status: 200, body: { state: 'applied' } })
    await again.close()
    remove()
  })
})
