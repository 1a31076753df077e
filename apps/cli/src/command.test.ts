import { describe, expect, test } from 'vitest'
import { createApi } from './api.ts'
import { readCommand } from './command.ts'
import { exitCodes, Problem } from './problem.ts'

function problemOf(work: () => unknown): Problem {
  try {
    work()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('Nothing went wrong')
}

describe('a command line', () => {
  test('is read with its options, in any order', () => {
    const words = ['run', '--scope', 'site', '--project', 'shop', 'Add a page', '--confirm', 'a', '--confirm', 'b']
    expect(readCommand([...words, '--model', 'm', '--text'])).toEqual({
      name: 'run',
      prompt: 'Add a page',
      project: 'shop',
      scope: 'site',
      session: undefined,
      credential: undefined,
      model: 'm',
      document: undefined,
      whenBusy: undefined,
      confirm: ['a', 'b'],
      format: 'text',
    })
    expect(readCommand(['publish', '--project', 'shop'])).toEqual({ name: 'publish', project: 'shop', format: 'json' })
    expect(readCommand(['export', '--project', 'shop', '--out', 'a.zip'])).toEqual({
      name: 'export',
      project: 'shop',
      out: 'a.zip',
      format: 'json',
    })
    expect(
      readCommand(['import', './site', '--project', 'shop', '--without', 'a.css', '--without', 'b.css']),
    ).toMatchObject({
      without: ['a.css', 'b.css'],
    })
    expect(readCommand(['import', './site', '--project', 'shop', '--replace', '--text'])).toEqual({
      name: 'import',
      source: './site',
      project: 'shop',
      conflicts: 'replace',
      plan: false,
      template: false,
      all: false,
      without: [],
      partial: false,
      format: 'text',
    })
    expect(readCommand(['export-part', 'Bracket', '--project', 'shop', '--out', 'a.step'])).toEqual({
      name: 'export-part',
      part: 'Bracket',
      project: 'shop',
      out: 'a.step',
      format: 'json',
    })
    expect(readCommand(['import-part', 'a.step', '--project', 'shop', '--text'])).toEqual({
      name: 'import-part',
      source: 'a.step',
      project: 'shop',
      part: undefined,
      format: 'text',
    })
    expect(readCommand([])).toEqual({ name: 'help' })
    expect(readCommand(['run', '-h'])).toEqual({ name: 'help' })
    expect(readCommand(['--version'])).toEqual({ name: 'version' })
  })

  test.each([
    [['run', '--project', 'x'], 'Say what the agent is to do'],
    [['run', '--project', 'x', '  '], 'Say what the agent is to do'],
    [['run', 'Hi'], 'Say which project'],
    [['run', '--project', 'x', 'Add', 'a', 'page'], 'in quotes'],
    [['run', '--projekt', 'x', 'Hi'], '--projekt'],
    [['run', '--project', 'x', 'Hi', '--json', '--text'], 'cannot be combined'],
    [['publish'], 'Say which project'],
    [['publish', 'shop', '--project', 'shop'], 'is not expected'],
    [['export', '--out', 'x.zip'], 'Say which project'],
    [['export', '--project', 'shop'], 'Say which file'],
    [['export', '--project', 'shop', '--out', 'x.zip', 'y'], 'is not expected'],
    [['import', '--project', 'shop'], 'Say which folder'],
    [['import', 'site', '--project', 'shop', '--keep', '--replace'], 'cannot be combined'],
    [['frobnicate'], 'frobnicate'],
  ])('%j is refused with what is wrong', (argv, sentence) => {
    const problem = problemOf(() => readCommand(argv))
    expect([problem.code, problem.message]).toEqual([exitCodes.usage, expect.stringContaining(sentence)])
  })
})

describe('the server’s address and key', () => {
  test.each([
    [{}, 'ATELIER_API_KEY is not set'],
    [{ ATELIER_API_KEY: 'k', ATELIER_URL: 'nonsense' }, 'not a web address'],
    [{ ATELIER_API_KEY: 'k', ATELIER_URL: 'ftp://x' }, 'not a web address'],
  ])('%j is refused before anything is sent', (env, sentence) => {
    const problem = problemOf(() => createApi({ env, fetch }))
    expect([problem.code, problem.message]).toEqual([exitCodes.usage, expect.stringContaining(sentence)])
  })
})
