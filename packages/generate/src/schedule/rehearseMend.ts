import type { Rehearsal } from '@atelier/agent'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readTags } from '../steps/markup/tags.ts'

const Read = Type.Object({ ok: Type.Literal(true), data: Type.Object({ content: Type.String() }) })

/** The script of a run that mends a page: links that lead nowhere become plain words. It says what it leaves. */
export function mendRehearsal(file: string): Rehearsal {
  return {
    id: 'generation-mend',
    title: 'Mend the problems of a page',
    fits: () => 1,
    *play({ prompt }) {
      const [, listed = ''] = prompt.split('\n# Problems of ')
      const problems = listed.split('\n').filter((line) => line.startsWith('- '))
      const [read] = yield { calls: [{ name: 'readFile', input: { file } }] }
      const content = Value.Check(Read, read) ? read.data.content : ''
      const replaceOperations = deadLinkEdits(content, problems)
      if (replaceOperations.length === 0) {
        yield { text: 'This rehearsal mends only links that lead nowhere. A model, or you, can mend the rest.' }
        return
      }
      yield { calls: [{ name: 'editFiles', input: { edits: [{ file, replaceOperations }] } }] }
      yield { text: `The words of ${replaceOperations.length} dead links stay, without the links.` }
    },
  }
}

interface Edit {
  search: string
  replace: string
  expectedReplacements: number
}

/** The edits that take the links away whose addresses the problems name; their words stay. */
function deadLinkEdits(html: string, problems: readonly string[]): Edit[] {
  const found = new Map<string, Edit>()
  let open: { start: number; end: number } | undefined
  for (const { name, isEnd, start, end } of readTags(html)) {
    if (name !== 'a') continue
    if (!isEnd) {
      const href = hrefOf(html.slice(start, end))
      open = problems.some((problem) => namesAddress(problem, href)) ? { start, end } : undefined
      continue
    }
    if (!open) continue
    const search = html.slice(open.start, end)
    const known = found.get(search)
    const expectedReplacements = (known?.expectedReplacements ?? 0) + 1
    found.set(search, { search, replace: html.slice(open.end, start), expectedReplacements })
    open = undefined
  }
  return [...found.values()]
}

const hrefOf = (tag: string): string => /\shref="([^"]{1,300})"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '\0'

/** Whether a problem is that an address of the site leads nowhere. */
const namesAddress = (problem: string, href: string): boolean =>
  problem.startsWith('- There is no page and no file at ') && problem.includes(` ${href}.`)
