import { expect, it } from 'vitest'
import { ago } from './time.ts'

it('says how long ago something was', () => {
  const now = 1_700_000_000_000
  const said = [0, 59_000, 5 * 60_000, 3_600_000, 86_400_000, 40 * 86_400_000].map((ms) => ago(now - ms, now))
  expect(said).toEqual(['just now', 'just now', '5 minutes ago', '1 hour ago', 'yesterday', 'last month'])
})
