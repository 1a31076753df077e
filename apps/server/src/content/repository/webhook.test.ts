import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOncePerMinute, knowsSecret, newWebhookSecret } from './webhook.ts'

const body = new TextEncoder().encode('{"ref":"refs/heads/main"}')
const sign = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

test('who signs the body with the secret, or sends the secret, knows it; nobody else does', () => {
  const secret = newWebhookSecret()
  const call = (signature?: string, token?: string) => ({ body, signature, token })
  expect(knowsSecret(secret, call(sign(secret)))).toBe(true)
  expect(knowsSecret(secret, call(undefined, secret))).toBe(true)
  for (const wrong of [
    call(),
    call('', ''),
    call('sha256='),
    call(sign('other')),
    call(sign(secret).slice('sha256='.length)),
    call(sign(secret).slice(0, -1)),
    call(undefined, 'other'),
    call(secret, sign(secret)),
    { ...call(sign(secret)), body: new TextEncoder().encode('{}') },
  ])
    expect(knowsSecret(secret, wrong)).toBe(false)
  expect(knowsSecret(undefined, call(sign(''), ''))).toBe(false)
})

test('calls within a minute are one at its beginning and one at its end, for each key', () => {
  const acts: string[] = []
  const timers: (() => void)[] = []
  const call = createOncePerMinute(
    (key) => acts.push(key),
    (task, ms) => {
      expect(ms).toBe(60_000)
      timers.push(task)
      return () => {}
    },
  )
  const minute = () => {
    for (const task of timers.splice(0)) task()
  }
  for (let count = 0; count < 5; count += 1) call('a')
  call('b')
  expect(acts).toEqual(['a', 'b'])
  minute()
  expect(acts).toEqual(['a', 'b', 'a'])
  call('a')
  expect(acts).toEqual(['a', 'b', 'a'])
  minute()
  minute()
  expect(acts).toEqual(['a', 'b', 'a', 'a'])
  expect(timers).toEqual([])
  call('b')
  expect(acts.at(-1)).toBe('b')
})
