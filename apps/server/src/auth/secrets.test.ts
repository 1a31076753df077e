import { expect, test } from 'vitest'
import { startTestServer } from '../../testing/server.ts'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('the master secret of a test')

test('a sealed value is read only in its own place, and under its own secret', () => {
  const sealed = secrets.seal('sk-ant-key', 'row-1')
  expect(secrets.unseal(sealed, 'row-1')).toBe('sk-ant-key')
  expect(secrets.unseal(sealed, 'row-2')).toBeUndefined()
  expect(createSecrets('another master secret').unseal(sealed, 'row-1')).toBeUndefined()
})

test('what was sealed and changed since is not read, and the same text is sealed in another way each time', () => {
  const sealed = secrets.seal('sk-ant-key', 'row-1')
  expect(secrets.seal('sk-ant-key', 'row-1')).not.toBe(sealed)
  const parts = sealed.split('.')
  for (const at of parts.keys()) {
    const changed = parts.map((part, index) =>
      index === at ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : part,
    )
    expect([at, secrets.unseal(changed.join('.'), 'row-1')]).toEqual([at, undefined])
  }
  expect(secrets.unseal('', 'row-1')).toBeUndefined()
})

test('a provider’s key that was moved to another row of the database is not sent anywhere', async () => {
  const server = await startTestServer()
  try {
    const { credentials, kysely, identities } = server.services
    const identity = await identities.of(new Headers({ cookie: server.cookie }))
    const workspaceId = identity?.workspaceId ?? ''
    const [mine, theirs] = await Promise.all(
      ['sk-ant-mine-000000', 'sk-ant-theirs-0000'].map((apiKey) =>
        credentials.create(workspaceId, { provider: 'anthropic', label: 'Key', apiKey }),
      ),
    )
    const stored = kysely
      .selectFrom('ai_credentials')
      .select('secret')
      .where('id', '=', theirs ?? '')
    await kysely
      .updateTable('ai_credentials')
      .set({ secret: (await stored.executeTakeFirstOrThrow()).secret })
      .where('id', '=', mine ?? '')
      .execute()
    expect(await credentials.open(workspaceId, theirs ?? '')).toMatchObject({
      credential: { apiKey: 'sk-ant-theirs-0000' },
    })
    expect(await credentials.open(workspaceId, mine ?? '')).toMatchObject({ ok: false })
  } finally {
    await server.close()
  }
})
