import { describe, expect, it } from 'vitest'
import { failureParts, isLong, tail, timeOf, valueAsText } from './parts.ts'

describe('the end of the line of a call', () => {
  const call = { startedAt: 1000, endedAt: 1250 }

  it('is the time that it took once it is over', () => {
    expect(timeOf({ ...call, status: 'done' })).toBe('250 ms')
    expect(timeOf({ ...call, status: 'failed' })).toBe('250 ms')
    expect(timeOf({ status: 'running', startedAt: 1000 })).toBe('')
  })

  it('is how much is written, or how the call stands', () => {
    expect(timeOf({ ...call, status: 'writing', writing: 'x'.repeat(1234) })).toBe('1,234 characters')
    expect(timeOf({ ...call, status: 'writing' })).toBe('')
    expect(timeOf({ ...call, status: 'stopped' })).toBe('stopped')
    expect(timeOf({ ...call, status: 'denied' })).toBe('not allowed')
    expect(timeOf({ ...call, status: 'waiting' })).toBe('waiting for you')
  })
})

describe('the values of a call', () => {
  it('are text as it is and everything else as JSON', () => {
    expect(valueAsText('<b>')).toBe('<b>')
    expect(valueAsText({ a: 1 })).toBe('{\n  "a": 1\n}')
    expect(valueAsText(undefined)).toBe('nothing')
    expect(valueAsText(null)).toBe('null')
  })

  it('have lines of their own when they are long or have several', () => {
    expect(isLong('x'.repeat(48))).toBe(false)
    expect(isLong('x'.repeat(49))).toBe(true)
    expect(isLong('a\nb')).toBe(true)
  })

  it('show their newest part while they are written', () => {
    expect(tail('x'.repeat(2000))).toBe('x'.repeat(2000))
    expect(tail(`old${'x'.repeat(2000)}`)).toBe(`…${'x'.repeat(2000)}`)
  })
})

it('a failure has its first sentence for a title, and the rest ends with one full stop', () => {
  expect(failureParts('It failed.')).toEqual({ title: 'It failed.', rest: '' })
  expect(failureParts('It failed. Ask again')).toEqual({ title: 'It failed.', rest: 'Ask again. ' })
  expect(failureParts('It failed. Ask again. ')).toEqual({ title: 'It failed.', rest: 'Ask again. ' })
  expect(failureParts('Version 1.2 failed')).toEqual({ title: 'Version 1.2 failed', rest: '' })
})
