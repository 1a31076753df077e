// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { openEditor } from '../../../../testing/site/openEditor.ts'
import { operations } from './handles.ts'
import { mergeOverlaps } from './overlaps.ts'
import type { TextConflict } from './textState.ts'

/** Two people write the text of a paragraph before either has seen the other's; `higher`: whose value Yjs keeps. */
async function writeAtOnce(mine: string, theirs: string, higher: 'mine' | 'theirs') {
  const { session, connection, idsOf, textOf } = await openEditor({ home: '<p>one two three</p>' })
  const page = session.page.get() ?? expect.fail()
  const asked: TextConflict[] = []
  let steps = 0
  mergeOverlaps({
    page,
    write(patch) {
      page.local.apply([patch], { kind: 'hand' })
      steps += 1
    },
    giveWay: (patch) => page.local.apply([patch], { kind: 'hand' }),
    ask: (conflict) => void asked.push(conflict),
  })
  const { doc } = connection.open('home')
  const other = new Y.Doc()
  Y.applyUpdate(other, Y.encodeStateAsUpdate(doc))
  doc.clientID = higher === 'mine' ? 2_000 : 1_000
  other.clientID = higher === 'mine' ? 1_000 : 2_000
  const text = page.model.tree().children(idsOf('p')[0] ?? '')[0]
  await session.run(operations.setTexts, { texts: [{ nodeId: idsOf('p')[0] ?? '', text: mine }] })
  other.getMap('fields').set(`${text?.id}/text`, theirs)
  connection.writer = 'peer'
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(other), 'elsewhere')
  connection.writer = 'self'
  session.close()
  return { text: textOf(), asked, steps }
}

test.each(['mine', 'theirs'] as const)(
  'words that were written at once are merged, whichever Yjs keeps: %s',
  async (higher) => {
    const { text, asked, steps } = await writeAtOnce('one two 3', '1 two three', higher)
    expect(steps).toBe(1)
    expect(text).toBe('1 two 3')
    expect(asked).toEqual([])
  },
)

test.each(['mine', 'theirs'] as const)(
  'of the same words both versions are kept and asked about: %s',
  async (higher) => {
    const { text, asked, steps } = await writeAtOnce('one dos three', 'one deux three', higher)
    // The other user's edit is no step of undo here: undoing it would take their words.
    expect(steps).toBe(0)
    expect(text).toBe('one deux three')
    expect(asked).toMatchObject([
      {
        mine: [{ text: 'one dos three' }],
        theirs: [{ text: 'one deux three' }],
        both: [{ text: 'one deux dos three' }],
      },
    ])
  },
)
