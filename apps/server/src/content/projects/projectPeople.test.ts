import { expect, test } from 'vitest'
import { firstProject } from '../../../testing/ai.ts'
import { operate } from '../../../testing/approvals.ts'
import { join, newProject } from '../../../testing/people.ts'
import { startTestServer } from '../../../testing/server.ts'

test('list_users answers the people of the project: owners and admins, and members with a role in it', async () => {
  const server = await startTestServer()
  const projectId = (await firstProject(server)).id
  const other = await newProject(server, 'Other')
  const member = (email: string, project: string, role: string) =>
    join(server, { email, role: 'member', projects: [{ projectId: project, role }] })
  await member('reviewer@example.com', projectId, 'reviewer')
  await member('elsewhere@example.com', other, 'editor')
  await join(server, { email: 'admin@example.com', role: 'admin', projects: [] })
  const { body } = await operate(server, 'content.list_users', {})
  expect(body).toMatchObject({ ok: true, data: { total: 3 } })
  const text = JSON.stringify(body)
  for (const role of ['owner', 'admin', 'reviewer']) expect(text).toContain(`"role":"${role}"`)
  expect(text).not.toContain('"role":"editor"')
  // Nothing is wrong before the content is set up.
  for (const name of ['validate', 'validate_schema'])
    expect((await operate(server, `content.${name}`, {})).body).toMatchObject({
      ok: true,
      data: { valid: true, errors: 0 },
    })
  await server.close()
})

test('a decided branch names who decided on it', async () => {
  const server = await startTestServer()
  const projectId = (await firstProject(server)).id
  const post = { id: 'post', title_field: 'title', fields: { title: { type: 'string', required: true } } }
  await operate(server, 'content.init_project', { locales: ['en'], domains: ['a'], workflow: 'review', models: [post] })
  const projects = [{ projectId, role: 'editor' }]
  const { cookie } = await join(server, { email: 'editor@example.com', role: 'member', projects })
  const path = `/api/projects/${projectId}/operations/content.save_content`
  await server.call('POST', path, { input: { model: 'post', data: { a: { title: 'A' } } } }, { cookie })
  const overview = async () => (await server.call('GET', `/api/projects/${projectId}/content`)).body
  const branches = (await server.services.content.state(projectId)).branches
  expect(JSON.stringify(await overview())).not.toContain('closedBy')
  await operate(server, 'content.merge_branch', { branch: branches[0]?.name })
  const me = await server.services.kysely
    .selectFrom('workspace_members')
    .innerJoin('auth_users', 'auth_users.id', 'workspace_members.user_id')
    .select('auth_users.name')
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  expect(await overview()).toMatchObject({ branches: [{ state: 'merged', closedBy: me.name }] })
  await server.close()
})
