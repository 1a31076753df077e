import { expect, it } from 'vitest'
import { pictureChoiceOf, pictureField } from './pictures.ts'

const models = [
  { name: 'ours/dev', costUsd: 0.025 },
  { name: 'ours/fast', costUsd: 0.003 },
]

it('offers Pexels and each model at Together, and chooses what it shows', () => {
  expect(pictureField({ models })).toMatchObject({
    value: null,
    options: [
      { value: 'pexels' },
      { label: 'Together AI: dev', hint: '$0.025 a picture' },
      { hint: '$0.003 a picture' },
    ],
  })
  for (const choice of [{ service: 'pexels' }, { service: 'together', model: 'ours/fast' }] as const) {
    expect(pictureChoiceOf(pictureField({ ...choice, models }).value ?? '')).toEqual(choice)
  }
  expect(pictureField({ service: 'together', models }).value).toBe('together ours/dev')
})
