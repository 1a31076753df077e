import { afterEach, describe, expect, test } from 'vitest'
import { accept, invite, join, newProject, password, signedInWith } from '../../testing/people.ts'
import { cookieOf, owner, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
afterEach(() => server.close())

const lookUp = (token: string) => server.request(`/api/invitations/accept?token=${encodeURIComponent(token)}`)

describe('an invitation', () => {
  test('is a link that says who invites, makes the account with its projects, and signs in', async () => {
    server = await startTestServer()
    const project = await newProject(server, 'Bakery')
    const before = Date.now()
    const answer = await server.call('POST', '/api/invitations', {
      email: 'Grace@Example.com',
      name: 'Grace',
      role: 'member',
      projects: [{ projectId: project, role: 'editor' }],
    })
    expect(answer).toMatchObject({
      status: 201,
      body: {
        id: expect.any(String),
        url: expect.stringMatching(/^http:\/\/localhost:\d+\/invite\?token=[\w-]{32}$/),
        expiresAt: expect.any(Number),
      },
    })
    const { url, expiresAt } = answer.body as { url: string; expiresAt: number }
    expect(expiresAt).toBeGreaterThanOrEqual(before + 7 * 86_400_000)
    expect(expiresAt).toBeLessThanOrEqual(Date.now() + 7 * 86_400_000)
    const token = new URL(url).searchParams.get('token') ?? ''

    const listed = await server.call('GET', '/api/people')
    expect(listed.body).toMatchObject({
      people: [{ email: owner.email, role: 'owner', projects: [] }],
      invitations: [
        {
          email: 'grace@example.com',
          name: 'Grace',
          role: 'member',
          projects: [{ projectId: project, role: 'editor' }],
          invitedBy: owner.name,
          expiresAt,
        },
      ],
    })
    expect(JSON.stringify(listed.body)).not.toContain(token)
    expect(server.logged.join('')).not.toContain(token)

    const offer = await lookUp(token)
    expect(offer.status).toBe(200)
    expect(await offer.json()).toEqual({
      email: 'grace@example.com',
      name: 'Grace',
      workspace: 'My workspace',
      invitedBy: owner.name,
      role: 'member',
      expiresAt,
      account: false,
    })

    const accepted = await accept(server, token)
    expect(accepted.status).toBe(200)
    const me = await server.request('/api/me', { headers: { cookie: cookieOf(accepted) } })
    expect(await me.json()).toMatchObject({
      user: { name: 'Grace', email: 'grace@example.com' },
      workspace: { role: 'member' },
    })
    const after = await server.call('GET', '/api/people')
    expect(after.body).toMatchObject({
      people: [{ email: owner.email }, { name: 'Grace', projects: [{ projectId: project, role: 'editor' }], keys: 0 }],
      invitations: [],
    })
    const signIn = await server.request('/api/auth/sign-in/email', {
      method: 'POST',
      body: JSON.stringify({ email: 'grace@example.com', password }),
    })
    expect(signIn.status).toBe(200)
  })

  test('works once, also if it is accepted twice at the same time', async () => {
    server = await startTestServer()
    const { token } = await invite(server, { email: 'grace@example.com', role: 'member' })
    const answers = await Promise.all([accept(server, token), accept(server, token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
    const again = await accept(server, token)
    expect(again.status).toBe(410)
    expect(await again.json()).toMatchObject({ error: { code: 'invitation_used', hint: expect.any(String) } })
    expect((await lookUp(token)).status).toBe(410)
    const { people } = (await server.call('GET', '/api/people')).body as { people: unknown[] }
    expect(people).toHaveLength(2)
  })

  test('ends after seven days, when it is withdrawn, and when a newer one is made', async () => {
    server = await startTestServer()
    const first = await invite(server, { email: 'grace@example.com', role: 'member' })
    const second = await invite(server, { email: 'GRACE@example.com', role: 'admin' })
    expect((await lookUp(first.token)).status).toBe(404)
    expect((await lookUp(second.token)).status).toBe(200)
    expect((await server.call('DELETE', `/api/invitations/${second.id}`)).status).toBe(204)
    expect((await server.call('DELETE', `/api/invitations/${second.id}`)).status).toBe(404)
    expect((await accept(server, second.token)).status).toBe(404)

    const third = await invite(server, { email: 'grace@example.com', role: 'member' })
    const { kysely } = server.services
    await kysely
      .updateTable('invitations')
      .set({ expires_at: Date.now() - 1 })
      .where('id', '=', third.id)
      .execute()
    for (const answer of [await lookUp(third.token), await accept(server, third.token)]) {
      expect(answer.status).toBe(410)
      expect(await answer.json()).toMatchObject({ error: { code: 'invitation_expired' } })
    }
  })

  test('a wrong or missing token and wrong fields are refused with what is wrong', async () => {
    server = await startTestServer()
    const { token } = await invite(server, { email: 'grace@example.com', role: 'member' })
    expect((await lookUp('guess')).status).toBe(404)
    expect((await server.request('/api/invitations/accept')).status).toBe(400)
    expect((await accept(server, 'guess')).status).toBe(404)
    for (const [extra, path] of [
      [{ password: 'short' }, '/password'],
      [{ name: ' ' }, '/name'],
      [{ token: 5 }, '/token'],
    ] as const) {
      const answer = await accept(server, token, extra)
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ error: { code: 'invalid_input', path } })
    }
    expect((await accept(server, token)).status).toBe(200)
  })

  test('needs a real project, a role and an address that is not a member’s', async () => {
    server = await startTestServer()
    const project = await newProject(server, 'Bakery')
    const cases: [object, number, object][] = [
      [{ email: owner.email, role: 'member' }, 409, { code: 'already_member' }],
      [{ email: 'nobody', role: 'member' }, 400, { path: '/email' }],
      [{ email: 'a@example.com', role: 'king' }, 400, { path: '/role' }],
      [{ email: 'a@example.com' }, 400, { path: '/role' }],
      [
        { email: 'a@example.com', role: 'member', projects: [{ projectId: project, role: 'owner' }] },
        400,
        { path: '/projects/0/role' },
      ],
      [
        { email: 'a@example.com', role: 'member', projects: [{ projectId: 'none', role: 'viewer' }] },
        404,
        { path: '/projects/0/projectId' },
      ],
    ]
    for (const [body, status, error] of cases) {
      const answer = await server.call('POST', '/api/invitations', body)
      expect([body, answer.status, answer.body]).toEqual([body, status, { error: expect.objectContaining(error) }])
    }
    expect((await server.call('GET', '/api/people')).body).toMatchObject({ invitations: [] })
  })

  test('is made only by owners and admins; an admin makes no owner', async () => {
    server = await startTestServer()
    const admin = await join(server, { email: 'admin@example.com', role: 'admin' })
    const member = await join(server, { email: 'member@example.com', role: 'member' }, admin.call)
    const to = (role: string) => ({ email: 'new@example.com', role })
    expect((await admin.call('POST', '/api/invitations', to('owner'))).status).toBe(403)
    expect((await member.call('POST', '/api/invitations', to('member'))).status).toBe(403)
    expect((await member.call('GET', '/api/people')).status).toBe(403)
    expect((await server.request('/api/people')).status).toBe(401)
    const forOwner = await invite(server, to('owner'))
    expect((await admin.call('DELETE', `/api/invitations/${forOwner.id}`)).status).toBe(403)
    expect(
      (await server.call('POST', '/api/invitations', to('member'), { origin: 'http://evil.example' })).status,
    ).toBe(403)
    const { key } = (await server.call('POST', '/api/keys', { name: 'ci' })).body as { key: string }
    const asKey = { authorization: `Bearer ${key}` }
    expect((await server.call('GET', '/api/people', undefined, asKey)).status).toBe(200)
    expect((await server.call('POST', '/api/invitations', to('admin'), asKey)).status).toBe(403)
  })

  test('ends with the rights of who made it', async () => {
    server = await startTestServer()
    const admin = await join(server, { email: 'admin@example.com', role: 'admin' })
    const { token } = await invite(server, { email: 'friend@example.com', role: 'admin' }, admin.call)
    expect((await server.call('PATCH', `/api/people/${admin.id}`, { role: 'member' })).status).toBe(200)
    expect((await accept(server, token)).status).toBe(404)
  })

  test('of a user who was removed gives them a new password and their own chats back', async () => {
    server = await startTestServer()
    const project = await newProject(server, 'Bakery')
    const as = { email: 'grace@example.com', role: 'member', projects: [{ projectId: project, role: 'viewer' }] }
    const before = await join(server, as)
    const made = await before.call('POST', '/api/ai/sessions', { projectId: project, scope: 'site' })
    const { id: session } = made.body as { id: string }
    await server.call('DELETE', `/api/people/${before.id}`)
    const { token } = await invite(server, as)
    const answer = await accept(server, token, { password: 'another long sentence' })
    const after = await signedInWith(server, cookieOf(answer))
    expect(after.id).toBe(before.id)
    expect((await after.call('GET', `/api/ai/sessions/${session}`)).status).toBe(200)
    expect((await before.call('GET', '/api/me')).status).toBe(401)
  })
})

test('a person with an account in another workspace accepts with its password', async () => {
  server = await startTestServer()
  const grace = await join(server, { email: 'grace@example.com', role: 'member' })
  const { kysely } = server.services
  const at = Date.now()
  await kysely.insertInto('workspaces').values({ id: 'other', name: 'Other', created_at: at }).execute()
  await kysely.updateTable('workspace_members').set({ workspace_id: 'other' }).where('user_id', '=', grace.id).execute()
  const { token } = await invite(server, { email: 'grace@example.com', role: 'member' })
  expect(await (await lookUp(token)).json()).toMatchObject({ account: true })
  const wrong = await accept(server, token, { password: 'not the same sentence' })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ error: { code: 'wrong_password', path: '/password' } })
  expect((await accept(server, token)).status).toBe(200)
  // They are not a member of the other workspace, so this owner cannot remove them there.
  const { people } = (await server.call('GET', '/api/people')).body as { people: { id: string }[] }
  expect(people.map(({ id }) => id)).toContain(grace.id)
})
