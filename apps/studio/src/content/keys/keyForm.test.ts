import { expect, test } from 'vitest'
import { examplesOf, fieldsOfKey, freshKey, keyBody } from './keyForm.ts'

test('a key that reads has the one tool for it, and nothing of an agent', () => {
  const asked = keyBody({ ...freshKey, name: ' Shop ', role: 'admin', instructions: 'Be brief', model: 'c/m' })
  expect(asked).toMatchObject({
    ok: true,
    body: { name: 'Shop', role: 'viewer', tools: ['get_content'], instructions: '', credentialId: null, modelId: null },
  })
})

test('what is wrong is said by field', () => {
  const asked = keyBody({ ...freshKey, models: [], perMinute: '61', perMonth: 'many' })
  expect(asked.ok ? [] : Object.keys(asked.problems).sort()).toEqual(['models', 'name', 'perMinute', 'perMonth'])
})

test('a key is shown as it was made', () => {
  const fields = {
    ...freshKey,
    name: 'Helper',
    use: 'talk' as const,
    role: 'editor' as const,
    models: ['post'],
    tools: ['save_content', 'get_content'],
    origins: 'https://a.example\nhttps://b.example',
    model: 'credential/vendor/model',
  }
  const asked = keyBody(fields)
  if (!asked.ok) throw new Error('It is refused.')
  const { body } = asked
  const known = { id: 'k', prefix: 'atl_conv_1', owner: 'Ann', usedThisMonth: 0, createdAt: 0 }
  const key = {
    ...known,
    ...body,
    models: body.models ?? null,
    tools: body.tools ?? null,
    locales: body.locales ?? null,
    origins: body.origins ?? [],
    instructions: body.instructions ?? '',
    credentialId: body.credentialId ?? null,
    modelId: body.modelId ?? null,
    perMinute: body.perMinute ?? 0,
    perMonth: body.perMonth ?? 0,
  }
  expect(fieldsOfKey(key)).toEqual(fields)
})

test('the examples name the key, the project and a model', () => {
  const examples = examplesOf({ origin: 'http://localhost:4000', projectId: 'p', key: 'atl_conv_x', model: 'post' })
  for (const text of [examples.read.curl, examples.read.typescript])
    for (const part of ['http://localhost:4000/api/content/v1/p/entries/post', 'Bearer atl_conv_x'])
      expect(text).toContain(part)
  for (const text of [examples.talk.curl, examples.talk.typescript])
    expect(text).toContain('http://localhost:4000/api/conversation/v1/p/message')
})
