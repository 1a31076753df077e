import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { apiDocs, docsPath, readApiNotes } from './apiDocs.ts'

describe('docs/api.md', () => {
  test('is what the contract and its notes make: `node scripts/apiDocs.ts` writes it', () => {
    expect(readFileSync(docsPath, 'utf8')).toBe(apiDocs(readApiNotes()))
  })

  test('a note about a route that is not in the contract is refused', () => {
    expect(() => apiDocs(`${readApiNotes()}\n### GET /api/nowhere\n\nNothing.\n`)).toThrow('GET /api/nowhere')
  })
})
